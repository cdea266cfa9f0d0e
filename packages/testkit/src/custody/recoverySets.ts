import { createHash, randomBytes } from 'node:crypto';
import { randomId } from '../custodyClient.ts';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Returns the parts of a recovery set. Random values suffice, because the server does not decrypt them. */
const parts = (recoveryVersion: number) => ({
  recovery_id: randomId(),
  recovery_version: recoveryVersion,
  auth_part: base64url(randomBytes(17)),
  ciphertext: base64url(randomBytes(45)),
});

/** Creates a set of automatic recovery like a frame. */
export const makeAutomaticSet = (recoveryVersion: number) => ({
  ...parts(recoveryVersion),
  method: 'privy' as const,
  recovery_key: base64url(randomBytes(32)),
});

/** Creates a set with the form of one that a password opens, and its proof. Both are random; no password opens it. */
export function makePasswordSet(recoveryVersion: number) {
  const proof = randomBytes(32);
  const set = {
    ...parts(recoveryVersion),
    method: 'user-passcode' as const,
    kdf: { algorithm: 'argon2id' as const, memory_kib: 65_536, iterations: 3, parallelism: 1 },
    salt: randomId(),
    proof_hash: base64url(createHash('sha256').update(proof).digest()),
  };
  return { set, proof: base64url(proof) };
}
