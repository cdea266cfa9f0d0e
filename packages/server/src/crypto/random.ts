import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import type { Random } from '../world.ts';

// A call of OpenSSL costs far more than the bytes, and a refresh would need several calls, so one call fills a pool.
const pool = new Uint8Array(4_096);
let taken = pool.length;

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

/** Random source of Node.js, which the operating system seeds. */
export const nodeRandom: Random = {
  bytes: takeBytes,
  integer: (below) => randomInt(below),
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idLength = 25;

/** Creates an id with 125 random bits: 25 characters of base 32 (RFC 4648, lower case). */
export function randomId(random: Random): string {
  const bytes = random.bytes(idLength);
  let id = '';
  // The lower five bits of a random byte are uniform.
  for (const byte of bytes) id += alphabet[byte & 31];
  return id;
}
