import * as v from 'valibot';
import * as limits from '../../limits.ts';

export const sendEventBodySchema = v.object({
  event_name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  client_id: v.nullish(v.pipe(v.string(), v.maxLength(255))),
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
export const sendEventReplySchema = v.object({ success: v.boolean() });
