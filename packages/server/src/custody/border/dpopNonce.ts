import { limits } from '@latchkey/wire';
import { deriveKey, isEqual, keyedHash } from '../../crypto/index.ts';
import type { World } from '../../world.ts';

/** Nonces for proofs (RFC 9449 §8). They are not stored; processes with the same secret accept each other's. */
export interface DpopNonces {
  issue(appId: string): string;
  /** True if the nonce is for this app and its minute began less than `limits.dpopNonceLifeMs` ago. */
  isFresh(appId: string, nonce: unknown): boolean;
}

const bucketMs = 60_000;
const nonceBytes = 22;
const bucketBytes = 6;

/**
 * Creates nonces from the current minute and a MAC over it and the app. They put the server's time into the proof, so a
 * browser with a wrong clock can still sign a valid proof. Without them, an attacker could have a browser sign proofs
 * in advance and use them later.
 */
export function createDpopNonces({ clock, secret }: World): DpopNonces {
  const key = deriveKey(secret, 'latchkey/dpop-nonce/v1');
  const lifeInBuckets = limits.dpopNonceLifeMs / bucketMs;
  const tagOf = (appId: string, bucket: number) =>
    keyedHash(key, [appId, String(bucket)]).subarray(0, nonceBytes - bucketBytes);

  return {
    issue(appId) {
      const bucket = Math.floor(clock.now() / bucketMs);
      const head = Buffer.alloc(bucketBytes);
      head.writeUIntBE(bucket, 0, bucketBytes);
      return Buffer.concat([head, tagOf(appId, bucket)]).toString('base64url');
    },
    isFresh(appId, nonce) {
      if (typeof nonce !== 'string') return false;
      const bytes = Buffer.from(nonce, 'base64url');
      if (bytes.length !== nonceBytes) return false;
      const bucket = bytes.readUIntBE(0, bucketBytes);
      if (!isEqual(bytes.subarray(bucketBytes), tagOf(appId, bucket))) return false;
      const age = Math.floor(clock.now() / bucketMs) - bucket;
      return age >= -1 && age < lifeInBuckets; // -1: another process whose clock is slightly ahead
    },
  };
}
