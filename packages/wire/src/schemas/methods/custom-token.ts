import * as v from 'valibot';
import { customTokenAlgorithms } from '../../methods/custom-token.ts';
import { about } from '../about.ts';
import { tokenReplySchema } from '../session.ts';
import { proofBody, signedJwt } from './proof-body.ts';

export const customTokenBodySchema = proofBody({
  token: v.pipe(v.string(), v.maxLength(16_384), v.regex(signedJwt, 'The token must be a signed JWT')),
});
export type CustomTokenBody = v.InferInput<typeof customTokenBodySchema>;
export const customTokenReplySchema = tokenReplySchema;

/** Whose tokens an app takes for a login. What is not here does not count: a token never says by itself how it is checked. */
export const customJwtConfigSchema = v.strictObject({
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
export type CustomJwtConfig = v.InferOutput<typeof customJwtConfigSchema>;
