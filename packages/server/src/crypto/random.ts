import { randomBytes, randomInt } from 'node:crypto';
import type { Random } from '../world.ts';

/** The operating system's random source. */
export const nodeRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  integer: (below) => randomInt(below),
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idLength = 25;

/** A new id that nobody can guess: 25 characters of base 32 (RFC 4648, lower case), 125 random bits. */
export function randomId(random: Random): string {
  const bytes = random.bytes(idLength);
  let id = '';
  // The lower five bits of a random byte are uniform.
  for (const byte of bytes) id += alphabet[byte & 31];
  return id;
}
