import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { coinbaseKeys } from '../funding.ts';

/** Host that tokens are signed for, even if a stand-in is called. */
const host = 'api.developer.coinbase.com';
const lifeS = 120;

/** Keys by name, each with its algorithm. */
const keys = new Map<unknown, { key: KeyObject; alg: string }>([
  [coinbaseKeys.ec.name, { key: createPublicKey(createPrivateKey(coinbaseKeys.ec.secret)), alg: 'ES256' }],
  [coinbaseKeys.ed25519.name, { key: toEdKey(coinbaseKeys.ed25519.secret), alg: 'EdDSA' }],
]);

function toEdKey(secret: string): KeyObject {
  const x = Buffer.from(secret, 'base64').subarray(32).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/**
 * Creates the check that a call is signed with a secret API key. A signature is valid for its own call, once.
 * https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication
 */
export function createSignatures(now: () => number) {
  const used = new Set<string>();
  return async function isSigned(header: string | undefined, method: string, path: string): Promise<boolean> {
    const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '';
    try {
      const { kid, nonce } = decodeProtectedHeader(token) as { kid?: string; nonce?: unknown };
      const found = keys.get(kid);
      if (!found || typeof nonce !== 'string' || !/^[0-9a-f]{16,}$/i.test(nonce) || used.has(nonce))
        return false;
      const { payload } = await jwtVerify(token, found.key, {
        algorithms: [found.alg],
        currentDate: new Date(now()),
        issuer: 'cdp',
        subject: kid ?? '',
        requiredClaims: ['nbf', 'exp'],
        typ: 'JWT',
      });
      const { exp = 0, nbf = 0, uri, uris } = payload as typeof payload & Record<'uri' | 'uris', unknown>;
      const call = `${method} ${host}${path}`;
      const named = [uri ?? [], uris ?? []].flat();
      const isEmpty = Array.isArray(uris) && uris.length === 0;
      const isForCall = !isEmpty && named.length > 0 && named.every((one) => one === call);
      if (!isForCall || exp - nbf > lifeS) return false;
      used.add(nonce);
      return true;
    } catch {
      return false;
    }
  };
}

/**
 * Creates the headers of an event. The signature covers the time, the names and values of the named headers, and the
 * body. https://docs.cdp.coinbase.com/webhooks/verify-signatures
 *
 * @param atS Unix seconds
 */
export function signCoinbaseEvent(
  body: string,
  secret: string,
  atS: number,
  id: string,
): Record<string, string> {
  const signed = { 'content-type': 'application/json', 'x-hook0-id': id };
  const names = Object.keys(signed).join(' ');
  const content = `${atS}.${names}.${Object.values(signed).join('.')}.${body}`;
  const signature = createHmac('sha256', secret).update(content).digest('hex');
  return { ...signed, 'x-hook0-signature': `t=${atS},h=${names},v1=${signature}` };
}
