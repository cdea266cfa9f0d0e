import { route } from '../route.ts';
import type { CustomTokenBody } from '../schemas/methods/custom-token.ts';
import type { TokenReply } from '../schemas/session.ts';

/** Algorithms by which a host's own tokens may be signed: all asymmetric, so that this service holds no secret of theirs. */
export const customTokenAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const;

/** Refuses the account of another user; published clients compare this very text (docs/wire/protocol.md §1.4). */
export const customTokenTaken = 'User already exists with provided custom JWT account.';

export const customTokenRoutes = {
  authenticate: /* @__PURE__ */ route<CustomTokenBody, TokenReply>({
    name: 'customToken.authenticate',
    method: 'POST',
    path: '/api/v1/custom_jwt_account/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'linked_to_another_user',
    ],
    summary: "Logs in with a token of the host's own sign-in (docs/contracts.md, Custom tokens).",
  }),
} as const;
