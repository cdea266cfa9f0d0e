import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, toBase64url, utf8 } from '../bytes.ts';

export interface ProofFacts {
  /** Request URL without its query. */
  readonly url: string;
  readonly token: string;
  /** Last nonce from the service. It shows that the proof is fresh, because the browser's clock may be wrong. */
  readonly nonce: string;
  /** Origin of the page that embeds the frame. */
  readonly parentOrigin: string;
  /** Exact request body. */
  readonly bodyText: string;
  readonly nowMs: number;
}

/** Creates a P-256 key pair for proofs of possession. The private key is not extractable. */
export function createProofKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
}

/**
 * Signs a DPoP proof (RFC 9449 §4.2). Two further claims bind it to the embedding page's origin (`po`) and to the body
 * (`bh`, its SHA-256), so that an attacker cannot use a captured proof with another body.
 *
 * @returns the compact JWT for the `DPoP` header
 */
export async function signProof(key: CryptoKeyPair, facts: ProofFacts): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key.publicKey);
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
  const claims = {
    jti: toBase64url(randomBytes(16)),
    htm: 'POST',
    htu: facts.url,
    iat: Math.floor(facts.nowMs / 1000),
    ath: hashText(facts.token),
    nonce: facts.nonce,
    po: facts.parentOrigin,
    bh: hashText(facts.bodyText),
  };
  const input = [header, claims].map((part) => toBase64url(utf8(JSON.stringify(part)))).join('.');
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, key.privateKey, utf8(input));
  return `${input}.${toBase64url(new Uint8Array(signature))}`;
}

function hashText(text: string): string {
  return toBase64url(sha256(utf8(text)));
}
