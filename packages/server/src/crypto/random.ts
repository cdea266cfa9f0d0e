import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import type { Random } from '../world.ts';

// Asking OpenSSL costs far more than the bytes do, and a refresh asks several times: it is asked for many at once.
const pool = new Uint8Array(4_096);
let taken = pool.length;

/** Bytes that no other party gets: what is taken is wiped from the pool. */
function takeBytes(length: number): Uint8Array {
  if (length > pool.length / 16) return new Uint8Array(randomBytes(length));
  if (taken + length > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = pool.slice(taken, taken + length);
  pool.fill(0, taken, taken + length);
  taken += length;
  return bytes;
}

/** The operating system's random source. */
export const nodeRandom: Random = {
  bytes: takeBytes,
  integer: (below) => randomInt(below),
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idLength = 25;

/** A new id that no one can guess: 25 characters of base 32 (RFC 4648, lower case), 125 random bits. */
export function randomId(random: Random): string {
  const bytes = random.bytes(idLength);
  let id = '';
  // The lower five bits of a random byte are uniform.
  for (const byte of bytes) id += alphabet[byte & 31];
  return id;
}
