import { createHash } from 'node:crypto';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose';
import { clientIdOf } from './clients.ts';
import type { Grant } from './grants.ts';
import type { Provider } from './provider.ts';

interface Keys {
  readonly kid: string;
  readonly privateKey: GenerateKeyPairResult['privateKey'];
  readonly published: JWK;
}

/** Generated at first use, because that is slow. */
let keys: Promise<Keys> | null = null;
let foreignKeys: Promise<Keys> | null = null;

/** Returns the key set of every stand-in: RS256, as at Google, Apple and LinkedIn. */
export async function publishedKeys(): Promise<{ keys: JWK[] }> {
  keys ??= makeKeys('sandbox-1');
  return { keys: [(await keys).published] };
}

/** Size of a huge profile in bytes. */
export const hugeBytes = 1_000_000;

/**
 * Signs an ID token with the provider's real issuer (OpenID Connect Core §2, §3.1.3.6), or a faulty one if the
 * consent ended that way.
 */
export async function signIdToken(
  provider: Provider,
  grant: Grant,
  accessToken: string,
  now: number,
): Promise<string | null> {
  const { openId } = provider;
  if (!openId) return null;
  const { account, asked, ending } = grant;
  const nowS = Math.floor(now / 1000);
  const isLate = ending === 'expired-id-token';
  const nonce = ending === 'wrong-nonce' ? 'another-nonce' : asked.nonce;
  const isForeign = ending === 'wrong-key';
  if (isForeign) foreignKeys ??= makeKeys('sandbox-1');
  else keys ??= makeKeys('sandbox-1');
  const key = await (isForeign ? foreignKeys : keys);
  if (!key) return null;
  const clientId = clientIdOf(provider.id);
  return new SignJWT({
    ...openId.claims(account, clientId),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(nonce !== null && openId.hasNonce ? { nonce } : {}),
    ...(ending === 'huge-profile' ? { about: 'x'.repeat(hugeBytes) } : {}),
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
    .setIssuer(ending === 'wrong-issuer' ? 'https://issuer.example' : openId.issuer)
    .setSubject(account.subject)
    .setAudience(ending === 'wrong-audience' ? 'another-client' : clientId)
    .setIssuedAt(isLate ? nowS - 7200 : nowS)
    .setExpirationTime(isLate ? nowS - 3600 : nowS + 3600)
    .sign(key.privateKey);
}

async function makeKeys(kid: string): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}
