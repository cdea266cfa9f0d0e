import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';

/** The sign-in of a host: it signs tokens and serves its key set on loopback. */
export interface Issuer {
  readonly url: string;
  /** Returns the number of requests for the key set. */
  readonly asked: () => number;
  /** The answer to requests; null if the issuer is down. */
  answer: { status: number; body: string; headers?: Record<string, string> } | null;
  /** Signs a token with these claims, with the newest key, at the issuer's time. */
  sign(
    claims: Record<string, unknown>,
    by?: { key?: CryptoKey | Uint8Array; header?: JWTHeaderParameters },
  ): Promise<string>;
  rotate(): Promise<void>;
  /** Returns the newest key's public half, as PEM. */
  publicKey(): string;
  close(): Promise<void>;
}

/** Starts a sign-in whose tokens are valid for an hour from `now()` (Unix ms). */
export async function startIssuer(now: () => number): Promise<Issuer> {
  let asked = 0;
  let keys: JWK[] = [];
  let newest: { kid: string; privateKey: CryptoKey } | null = null;
  const server = createServer((_, response) => {
    asked += 1;
    const { answer } = issuer;
    if (!answer) return response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: Issuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys.json`,
    asked: () => asked,
    answer: null,
    async rotate() {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const kid = `key-${crypto.randomUUID()}`;
      keys = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
      newest = { kid, privateKey };
      issuer.answer = { status: 200, body: JSON.stringify({ keys }) };
    },
    async sign(claims, by = {}) {
      if (!newest) throw new Error('The issuer has no key');
      const nowS = Math.floor(now() / 1000);
      const { key = newest.privateKey, header = { alg: 'ES256', kid: newest.kid } } = by;
      return new SignJWT({ iat: nowS, exp: nowS + 3600, ...claims }).setProtectedHeader(header).sign(key);
    },
    publicKey: () =>
      createPublicKey({ key: (keys[0] ?? {}) as JsonWebKey, format: 'jwk' })
        .export({ type: 'spki', format: 'pem' })
        .toString(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await issuer.rotate();
  return issuer;
}
