import * as v from 'valibot';
import { about, flag } from '../about.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { method } from './method.ts';
import { proofBody, signedJwt } from './proof-body.ts';

/** Signature algorithms of a host's own tokens. All are asymmetric, so the service need not store a secret. */
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

/** Error text if another user has the account. Published clients compare it (docs/wire/protocol.md §1.4). */
export const customTokenTaken = 'User already exists with provided custom JWT account.';

export const customTokenBodySchema = () =>
  proofBody({
    token: v.pipe(v.string(), v.maxLength(16_384), v.regex(signedJwt, 'The token must be a signed JWT')),
  });
export type CustomTokenBody = InputOf<typeof customTokenBodySchema>;

/**
 * Issuer whose tokens an app accepts for a login, and the keys and algorithms that verify them. The service does not
 * read them from the token: an attacker could otherwise name a key of their own in a forged token.
 */
export const customJwtConfigSchema = () =>
  v.strictObject({
    issuer: about('Exact `iss` claim of the tokens.', v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))),
    key_set_url: about(
      "URL of the issuer's public keys (JWKS, RFC 7517). Set this or `public_key`.",
      v.optional(v.pipe(v.string(), v.maxLength(2_048))),
    ),
    public_key: about(
      'One public key as PEM (SPKI). Set this or `key_set_url`.',
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
      'Accepted algorithms. Default: ES256 and RS256.',
      v.optional(v.pipe(v.array(v.picklist(customTokenAlgorithms)), v.minLength(1))),
    ),
    audience: about(
      'Exact `aud` claim of the tokens. If absent, any value is accepted: omit it only if the issuer serves no other app.',
      v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))),
    ),
    subject_claim: about(
      'Claim that identifies the user. Default: `sub`.',
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
    summary: "Logs in with a token from the host app's own sign-in (docs/contracts.md, Custom tokens).",
  }),
} as const;

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
      custom_jwt_auth: flag(
        'If true, users may log in with tokens from your own sign-in, as set in `custom_jwt_config`.',
      ),
    },
  });
