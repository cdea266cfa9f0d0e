import * as v from 'valibot';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

/** Credential that the client generates: 32 random bytes as base64url (docs/wire/protocol.md §2.9). */
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
    summary:
      'Logs in as the guest with this credential, which the client created. A new credential creates a new guest.',
  }),
} as const;

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
      guest_auth: flag(
        'If true, visitors may use the app as guests. At their first login, they keep the data that they created.',
      ),
    },
  });
