import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey, isEqual } from '../../crypto/index.ts';

/** What makes and checks the tokens that only this service reads; belongs to a signing key and ends with it. */
export interface ServiceKey {
  /** Header of every token that it makes, encoded. */
  readonly header: string;
  readonly secret: Uint8Array;
}

/**
 * The service key of a signing key. Derived from the private part, so that it is sealed, shared by all processes and
 * rotated as that is, and tells nothing of it.
 */
export function toServiceKey(kid: string, privateKey: KeyObject): ServiceKey {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    header: Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid })).toString('base64url'),
    secret: deriveKey(pkcs8, 'latchkey/service-token/v1'),
  };
}

/**
 * Makes a token for this service alone: a JWT with HMAC-SHA256 (RFC 7518 §3.2). No other party ever checks it, so that
 * it needs no public key and costs a twentieth of a signature, on every refresh and on every call that shows it.
 */
export function signServiceToken(key: ServiceKey, claims: Record<string, unknown>): string {
  const signed = `${key.header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${macOf(key, signed).toString('base64url')}`;
}

/**
 * Opens what {@link signServiceToken} made. The header must be the very text of one of the keys: a token chooses
 * neither algorithm nor key (RFC 8725 §3.1), and nothing of a forged one is ever parsed.
 *
 * @returns the claims, or null for anything that was not made with one of the keys
 */
export function openServiceToken(
  keys: readonly { readonly service: ServiceKey }[],
  token: string,
): Record<string, unknown> | null {
  const [header, payload, mac, ...rest] = token.split('.');
  if (payload === undefined || mac === undefined || rest.length > 0) return null;
  const key = keys.find(({ service }) => service.header === header)?.service;
  if (!key || !isEqual(Buffer.from(mac, 'base64url'), macOf(key, `${header}.${payload}`))) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

function macOf(key: ServiceKey, signed: string): Buffer {
  return createHmac('sha256', key.secret).update(signed).digest();
}
