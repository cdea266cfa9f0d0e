import { base58 } from '@scure/base';
import { importJWK, jwtVerify } from 'jose';

/** Multicodec of an Ed25519 public key, before its 32 bytes in a `did:key`. */
const ed25519Prefix = [0xed, 0x01] as const;
/** Maximum time by which a client's clock may be ahead, in seconds. */
const skewS = 60;

/**
 * Verifies the token of a relay client, which is signed with the key that the client's name contains.
 * https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth
 *
 * @param audience the relay's URL, as configured in the client
 * @param nowMs Unix ms
 * @returns the client's name, a `did:key`; null if the token is invalid
 */
export async function readToken(token: string, audience: string, nowMs: number): Promise<string | null> {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
    const issuer = 'iss' in claims && typeof claims.iss === 'string' ? claims.iss : '';
    const bytes = base58.decode(issuer.replace(/^did:key:z/, ''));
    if (bytes.length !== 34 || ed25519Prefix.some((byte, at) => bytes[at] !== byte)) return null;
    const x = Buffer.from(bytes.subarray(2)).toString('base64url');
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: 'JWT',
      issuer,
      audience,
      currentDate: new Date(nowMs),
      requiredClaims: ['iat', 'exp', 'sub'],
    });
    const isEarly = (payload.iat ?? 0) > nowMs / 1_000 + skewS;
    // Random id of the client's run, 32 bytes.
    const hasRun = /^[0-9a-f]{64}$/.test(payload.sub ?? '');
    return hasRun && !isEarly ? issuer : null;
  } catch {
    return null;
  }
}
