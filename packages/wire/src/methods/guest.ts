import { route } from '../route.ts';
import type { GuestAuthenticateBody } from '../schemas/methods/guest.ts';
import type { TokenReply } from '../schemas/session.ts';

export const guestRoutes = {
  authenticate: /* @__PURE__ */ route<GuestAuthenticateBody, TokenReply>({
    name: 'guest.authenticate',
    method: 'POST',
    path: '/api/v1/guest/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: ['disallowed_login_method', 'allowlist_rejected', 'max_accounts_reached'],
    summary: 'Logs in as the guest of a credential that the client made; a new one makes a new guest.',
  }),
} as const;
