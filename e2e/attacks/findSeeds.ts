/**
 * What someone does who has stolen a store and wants the codes of an authenticator app: takes every value for a secret,
 * as it lies there and as base32 or hex would be read, and computes the code of now (RFC 6238, RFC 4226 §5.3).
 */
import { createHash, createHmac } from 'node:crypto';
import type { Loot } from './openDump.ts';

const stepMs = 30_000;
const digits = 6;

function codeOf(secret: Uint8Array, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / stepMs)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Where in the loot the secret of this code lies. Of so many values a few hit by chance: two steps rule that out. */
export function findSeeds(loot: readonly Loot[], shown: { nowMs: number; codes: readonly [string, string] }) {
  const { nowMs, codes } = shown;
  return loot
    .filter(({ bytes }) => codeOf(bytes, nowMs) === codes[0] && codeOf(bytes, nowMs + stepMs) === codes[1])
    .map(({ from }) => from);
}

/** Where a text lies that is kept as it is, or as a hash that anyone computes. */
export function findText(loot: readonly Loot[], text: string): string[] {
  const forms = [text, text.replaceAll('-', ''), text.toLowerCase()];
  const wanted = new Set(
    forms.flatMap((form) => [
      Buffer.from(form).toString('hex'),
      createHash('sha256').update(form).digest('hex'),
      createHash('sha1').update(form).digest('hex'),
    ]),
  );
  return loot.filter(({ bytes }) => wanted.has(Buffer.from(bytes).toString('hex'))).map(({ from }) => from);
}
