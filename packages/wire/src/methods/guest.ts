import * as v from 'valibot';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

/** 32 random bytes of the client's own making as base64url (docs/wire/protocol.md §2.9). */
export const guestAuthenticateBodySchema = () =>
  proofBody({
    guest_credential: v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9_-]{43}$/, 'The guest credential must be 32 bytes as base64url'),
    ),
  });
export type GuestAuthenticateBody = InputOf<typeof guestAuthenticateBodySchema>;

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

/** Login as a guest. */
export const guestMethod = () =>
  method('guest', {
    routes: feature('guest', guestRoutes, {
      authenticate: {
        body: guestAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
    }),
    logins: ['guest.authenticate'],
    proof: proofBody({ method: v.literal('guest'), ...guestAuthenticateBodySchema().entries }),
    flags: {
      guest_auth: flag('Visitors may use the app as guests, and keep what they made at their first login.'),
    },
  });
