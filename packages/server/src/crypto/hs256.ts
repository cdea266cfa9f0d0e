import { createHmac } from 'node:crypto';
import { isEqual } from './hash.ts';

/** Key for tokens that only this service reads. */
export interface Hs256Key {
  /** Encoded header of every token signed with the key. */
  readonly header: string;
  readonly secret: Uint8Array;
}

/** @param kid names the key in the header, for a reader that has several keys */
export function createHs256Key(secret: Uint8Array, kid?: string): Hs256Key {
  const header = JSON.stringify({ alg: 'HS256', typ: 'JWT', kid });
  return { header: Buffer.from(header).toString('base64url'), secret };
}

/**
 * Signs a token for this service alone: a JWT with HMAC-SHA256 (RFC 7518 §3.2). No other party verifies it, so it
 * needs no public key, and a MAC costs far less than a signature.
 */
export function signHs256(key: Hs256Key, claims: object): string {
  const signed = `${key.header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${macOf(key, signed)}`;
}

/**
 * Verifies a token of {@link signHs256}.
 *
 * An attacker could forge a token that names another algorithm or key (RFC 8725 §3.1). The header must equal that of
 * one of the keys, and a forged payload is never parsed. The MAC is compared as text: base64 has several spellings of
 * the same bytes, and a token must have only one.
 *
 * @returns the claims, whose audience and time the caller checks, or null if none of the keys signed the token
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
