import { createHmac } from 'node:crypto';
import { isEqual } from './hash.ts';

/** A key of tokens that this service makes for itself alone. */
export interface Hs256Key {
  /** Header of every token that the key signs, encoded. */
  readonly header: string;
  readonly secret: Uint8Array;
}

/** @param kid names the key in the header, where a reader has several */
export function createHs256Key(secret: Uint8Array, kid?: string): Hs256Key {
  const header = JSON.stringify({ alg: 'HS256', typ: 'JWT', kid });
  return { header: Buffer.from(header).toString('base64url'), secret };
}

/**
 * Makes a token for this service alone: a JWT with HMAC-SHA256 (RFC 7518 §3.2). No other party ever checks it, so that
 * it needs no public key and costs a twentieth of a signature, on every refresh and on every call that shows it.
 */
export function signHs256(key: Hs256Key, claims: object): string {
  const signed = `${key.header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${macOf(key, signed)}`;
}

/**
 * Opens what {@link signHs256} made. The header must be the very text of one of the keys: a token chooses neither
 * algorithm nor key (RFC 8725 §3.1), and nothing of a forged one is ever parsed. The MAC is compared as text, because
 * base64 has several spellings of the same bytes: one token has one text, so that nobody can show it as another one.
 *
 * @returns the claims, whose audience and time the caller checks, or null for anything that was not made with one of
 *   the keys
 */
export function verifyHs256(keys: readonly Hs256Key[], token: string): Record<string, unknown> | null {
  const [header, payload, mac, ...rest] = token.split('.');
  if (payload === undefined || mac === undefined || rest.length > 0) return null;
  const key = keys.find((one) => one.header === header);
  if (!key || !isEqual(Buffer.from(mac), Buffer.from(macOf(key, `${header}.${payload}`)))) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

function macOf(key: Hs256Key, signed: string): string {
  return createHmac('sha256', key.secret).update(signed).digest('base64url');
}
