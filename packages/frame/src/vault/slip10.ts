import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { type Bytes, concatBytes, utf8, zero } from '../bytes.ts';

/**
 * Derives an Ed25519 key (SLIP-0010). Every step is hardened: this curve has no other derivation.
 *
 * @param seed BIP-39 seed
 * @param path indexes below the hardened range
 * @returns the private key (the seed of RFC 8032), 32 bytes; the caller must overwrite it
 */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Bytes {
  let node = hmac(sha512, utf8('ed25519 seed'), seed);
  for (const step of path) {
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, step + hardened);
    const data = concatBytes(Uint8Array.of(0), node.subarray(0, 32), index);
    const child = hmac(sha512, node.subarray(32), data);
    zero(node, data);
    node = child;
  }
  const key = node.slice(0, 32);
  zero(node);
  return Uint8Array.from(key);
}

const hardened = 0x80000000;
