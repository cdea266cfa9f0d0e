import * as v from 'valibot';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { OutputOf } from './schema.ts';
import { type RefreshBody, refreshBodySchema } from './session.ts';

/** Ends of a fork: the first two are the session's own, the third begins a new one. */
export const forkReplySchema = () =>
  v.object({
    token: v.string(),
    refresh_token: v.string(),
    new_session_refresh_token: v.string(),
  });
export type ForkReply = OutputOf<typeof forkReplySchema>;

/** Asked by few pages, and so kept out of what each loads. */
export const forkRoute = /* @__PURE__ */ route<RefreshBody, ForkReply>({
  name: 'sessions.fork',
  method: 'POST',
  path: '/api/v1/sessions/fork',
  auth: 'user',
  retry: 'never',
  codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
  summary: 'Gives a token that begins a new session of the user, once, within 5 minutes.',
});

/** Joins the route with its schemas; the service alone calls it. */
export const forkFeature = () =>
  feature('sessions', { fork: forkRoute }, { fork: { body: refreshBodySchema(), reply: forkReplySchema() } });
