import * as v from 'valibot';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { OutputOf } from './schema.ts';
import { type RefreshBody, refreshBodySchema } from './session.ts';

/** Tokens of a fork. The first two belong to the session itself, the third begins a new session. */
export const forkReplySchema = () =>
  v.object({
    token: v.string(),
    refresh_token: v.string(),
    new_session_refresh_token: v.string(),
  });
export type ForkReply = OutputOf<typeof forkReplySchema>;

/** Route that begins a fork. It is in a separate file, because few pages call it. */
export const forkRoute = /* @__PURE__ */ route<RefreshBody, ForkReply>({
  name: 'sessions.fork',
  method: 'POST',
  path: '/api/v1/sessions/fork',
  auth: 'user',
  retry: 'never',
  codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'not_supported'],
  summary: 'Returns a token that begins a new session of the user, once, within 5 minutes.',
});

export const forkFeature = () =>
  feature('sessions', { fork: forkRoute }, { fork: { body: refreshBodySchema(), reply: forkReplySchema() } });
