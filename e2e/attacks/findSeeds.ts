/**
 * An attacker who stole a store and wants the codes of an authenticator app. Tries every value as the secret and
 * computes its current code (RFC 6238, RFC 4226 §5.3).
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

/**
 * Returns the places of the secret that makes these codes. A value may match one code by chance, so two time steps
 * must match.
 */
export function findSeeds(loot: readonly Loot[], shown: { nowMs: number; codes: readonly [string, string] }) {
  const { nowMs, codes } = shown;
  return loot
    .filter(({ bytes }) => codeOf(bytes, nowMs) === codes[0] && codeOf(bytes, nowMs + stepMs) === codes[1])
    .map(({ from }) => from);
}

/**
 * Returns the places of a text that is stored as it is, or as its plain SHA-1 or SHA-256, which anyone can compute.
 * Also finds the text without its dashes, and in lower case.
 */
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
