import * as v from 'valibot';
import { customTokenAlgorithms } from '../../methods/custom-token.ts';
import { tokenReplySchema } from '../session.ts';
import { proofBody, signedJwt } from './proof-body.ts';

export const customTokenBodySchema = proofBody({
  token: v.pipe(v.string(), v.maxLength(16_384), v.regex(signedJwt, 'The token must be a signed JWT')),
});
export type CustomTokenBody = v.InferInput<typeof customTokenBodySchema>;
export const customTokenReplySchema = tokenReplySchema;

/** Whose tokens an app takes for a login. What is not here does not count: a token never says by itself how it is checked. */
export const customJwtConfigSchema = v.strictObject({
  /** Exactly the `iss` of the tokens. */
  issuer: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  /** Address of the issuer's public keys (JWKS, RFC 7517); this or `public_key`. */
  key_set_url: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
  /** One public key as PEM (SPKI); this or `key_set_url`. */
  public_key: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(4_096),
      v.regex(
        /^\s*-----BEGIN PUBLIC KEY-----[\s\S]*-----END PUBLIC KEY-----\s*$/,
        'must be a PEM public key',
      ),
    ),
  ),
  /** Algorithms that are taken. Default: ES256 and RS256. */
  algorithms: v.optional(v.pipe(v.array(v.picklist(customTokenAlgorithms)), v.minLength(1))),
  /** Who the tokens must be for (`aud`). Default: whoever, as where an issuer serves this app alone. */
  audience: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))),
  /** The claim that names the person. Default: `sub`. */
  subject_claim: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
});
export type CustomJwtConfig = v.InferOutput<typeof customJwtConfigSchema>;
