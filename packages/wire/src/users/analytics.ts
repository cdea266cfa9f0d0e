import * as v from 'valibot';
import { feature } from '../feature.ts';
import * as limits from '../limits.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

export const sendEventBodySchema = () =>
  v.object({
    event_name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
    client_id: v.nullish(v.pipe(v.string(), v.maxLength(255))),
    /** Payload of the event, with `clientTimestamp` (ISO 8601). */
    payload: v.nullish(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.check(
          (payload) => JSON.stringify(payload).length <= limits.analyticsPayloadLength,
          `must be at most ${limits.analyticsPayloadLength} characters as JSON`,
        ),
      ),
    ),
  });
export type AnalyticsEventBody = InputOf<typeof sendEventBodySchema>;
export const sendEventReplySchema = () => v.object({ success: v.boolean() });
export type AnalyticsEventReply = OutputOf<typeof sendEventReplySchema>;

/** Receives events about a client's use (docs/wire/protocol.md §2.2, §5). Never retried: a count is not worth a retry. */
export const sendEventRoute = /* @__PURE__ */ route<AnalyticsEventBody, AnalyticsEventReply>({
  name: 'analytics.sendEvent',
  method: 'POST',
  path: '/api/v1/analytics_events',
  auth: 'optional',
  retry: 'never',
  codes: [],
  summary: 'Accepts an event of a client.',
});

export const analyticsFeature = () =>
  feature(
    'analytics',
    { sendEvent: sendEventRoute },
    {
      sendEvent: { body: sendEventBodySchema(), reply: sendEventReplySchema() },
    },
  );
