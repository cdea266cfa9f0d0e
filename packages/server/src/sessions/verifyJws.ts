import { compactVerify, errors } from 'jose';
import type { SigningKey } from './keys/signingKeys.ts';

/** Header parameters with which an attacker could choose the key or the rules (RFC 8725 §3.10). */
const refusedParameters = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'b64'];

/** A token with a valid signature. Its claims are not checked yet. */
export interface SignedToken {
  readonly typ: string | undefined;
  readonly payload: Uint8Array;
}

/**
 * Verifies the signature of a compact JWS with the key that its `kid` names. Accepts only ES256, and none of
 * `refusedParameters`.
 *
 * @returns null if the token is refused
 */
export async function verifyJws(
  token: string,
  keys: readonly Pick<SigningKey, 'kid' | 'publicKey'>[],
): Promise<SignedToken | null> {
  // An attacker could send `none`, or an HMAC keyed with the public key. Only one algorithm is accepted (RFC 8725
  // §3.1).
  const verified = await compactVerify(token, ({ kid }) => keyOf(kid, keys), {
    algorithms: ['ES256'],
  }).catch(unlessRefused);
  if (!verified) return null;
  const { protectedHeader } = verified;
  if (refusedParameters.some((name) => name in protectedHeader)) return null;
  return { typ: protectedHeader.typ, payload: verified.payload };
}

function keyOf(kid: unknown, keys: readonly Pick<SigningKey, 'kid' | 'publicKey'>[]) {
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new errors.JWSInvalid('No key of that kid');
  return key.publicKey;
}

function unlessRefused(error: unknown): null {
  if (error instanceof errors.JOSEError) return null;
  throw error;
}
