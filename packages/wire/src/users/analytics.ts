import { route } from '../route.ts';

export interface AnalyticsEventBody {
  event_name: string;
  client_id?: string | null | undefined;
  /** What happened, with `clientTimestamp` (ISO 8601). */
  payload?: Record<string, unknown> | null | undefined;
}

/** What clients tell of their use (docs/wire/protocol.md §2.2, §5). Never sent again: a count is not worth a retry. */
export const sendEventRoute = /* @__PURE__ */ route<AnalyticsEventBody, { success: boolean }>({
  name: 'analytics.sendEvent',
  method: 'POST',
  path: '/api/v1/analytics_events',
  auth: 'optional',
  retry: 'never',
  codes: [],
  summary: 'Takes an event of a client.',
});
