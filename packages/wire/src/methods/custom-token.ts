import * as v from 'valibot';
import { about, flag } from '../about.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { method } from './method.ts';
import { proofBody, signedJwt } from './proof-body.ts';

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

export const customTokenBodySchema = () =>
  proofBody({
    token: v.pipe(v.string(), v.maxLength(16_384), v.regex(signedJwt, 'The token must be a signed JWT')),
  });
export type CustomTokenBody = InputOf<typeof customTokenBodySchema>;

/** Issuer whose tokens an app takes for a login, and how they are checked. A token never chooses its own check. */
export const customJwtConfigSchema = () =>
  v.strictObject({
    issuer: about('Exactly the `iss` of the tokens.', v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))),
    key_set_url: about(
      "Address of the issuer's public keys (JWKS, RFC 7517); this or `public_key`.",
      v.optional(v.pipe(v.string(), v.maxLength(2_048))),
    ),
    public_key: about(
      'One public key as PEM (SPKI); this or `key_set_url`.',
      v.optional(
        v.pipe(
          v.string(),
          v.maxLength(4_096),
          v.regex(
            /^\s*-----BEGIN PUBLIC KEY-----[\s\S]*-----END PUBLIC KEY-----\s*$/,
            'must be a PEM public key',
          ),
        ),
      ),
    ),
    algorithms: about(
      'Algorithms that are taken. Absent: ES256 and RS256.',
      v.optional(v.pipe(v.array(v.picklist(customTokenAlgorithms)), v.minLength(1))),
    ),
    audience: about(
      'Exactly the `aud` of the tokens. Absent: any, for an issuer that serves this app alone.',
      v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))),
    ),
    subject_claim: about(
      'The claim that names the person. Absent: `sub`.',
      v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    ),
  });
export type CustomJwtConfig = OutputOf<typeof customJwtConfigSchema>;

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

/** Login with a token of the app's own. */
export const customTokenMethod = () =>
  method('custom-token', {
    routes: feature('customToken', customTokenRoutes, {
      authenticate: {
        body: customTokenBodySchema(),
        reply: tokenReplySchema(),
      },
    }),
    logins: ['customToken.authenticate'],
    proof: proofBody({ method: v.literal('custom-token'), ...customTokenBodySchema().entries }),
    flags: {
      custom_jwt_auth: flag('Login with tokens of a sign-in of your own, as `custom_jwt_config` says.'),
    },
  });
