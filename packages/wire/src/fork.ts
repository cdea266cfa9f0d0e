import { route } from './route.ts';
import type { ForkReply, RefreshBody } from './schemas/session.ts';

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
