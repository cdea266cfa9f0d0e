import { pbkdf2Sync } from 'node:crypto';
import type { CaptchaChallenge } from '@latchkey/wire';

/** Solves a proof of work like a browser, and returns the token. */
export function solve({ challenge, signature, prefix, cost, range }: CaptchaChallenge): string {
  const start = Buffer.from(prefix, 'base64url');
  for (let number = 0; number < range; number += 1) {
    const key = pbkdf2Sync(challenge, String(number), cost, 32, 'sha256');
    if (key.subarray(0, start.length).equals(start)) {
      return `${challenge}.${signature}.${key.toString('base64url')}`;
    }
  }
  throw new Error('The challenge has no solution');
}
