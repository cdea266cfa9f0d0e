import { compactVerify, errors } from 'jose';
import type { SigningKey } from './keys/signingKeys.ts';

/** Header parameters by which a token would choose its own key or rules (RFC 8725 §3.10); ours never carry them. */
const refusedParameters = ['jku', 'jwk', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'b64'];

/** A token whose signature is good. What it claims is not checked yet. */
export interface SignedToken {
  readonly typ: string | undefined;
  readonly payload: Uint8Array;
}

/**
 * Checks the signature of a compact JWS against the key among these that its `kid` names: ES256 and nothing else, and
 * no header parameter that brings or points to a key.
 *
 * @returns null for whatever is not signed by one of the keys
 */
export async function verifyJws(
  token: string,
  keys: readonly Pick<SigningKey, 'kid' | 'publicKey'>[],
): Promise<SignedToken | null> {
  // One algorithm: `none` and an HMAC keyed with the public key are refused before anything is computed (RFC 8725 §3.1).
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
