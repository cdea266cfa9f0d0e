import { toBase64url } from '../base64url/index.ts';
import type { Environment } from '../environment.ts';

/**
 * Generates 36 random bytes as base64url (48 characters), for a code verifier or a state (docs/wire/protocol.md §2.5,
 * RFC 7636 §4.1).
 */
export const randomText = ({ random }: Environment): string => toBase64url(random(new Uint8Array(36)));

/** Computes the S256 challenge of a verifier (RFC 7636 §4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return toBase64url(new Uint8Array(hash));
}
