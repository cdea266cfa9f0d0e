import { route } from './route.ts';
import type { ReauthenticateBody, ReauthenticateReply } from './schemas/reauthenticate.ts';

/** Asked by few pages, and so kept out of what each loads. */
export const reauthenticateRoute = /* @__PURE__ */ route<ReauthenticateBody, ReauthenticateReply>({
  name: 'sessions.reauthenticate',
  method: 'POST',
  path: '/api/v1/sessions/reauthenticate',
  auth: 'user',
  retry: 'never',
  codes: ['missing_or_invalid_token', 'invalid_credentials', 'disallowed_login_method'],
  summary: 'Proves the user anew, which opens sensitive acts.',
});
