import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { World } from '../../world.ts';
import type { CoinbaseAccount } from './account.ts';

/** What the platform's tokens name: its own host, also where a stand-in answers in its place. */
const host = 'api.developer.coinbase.com';
const lifeS = 120;

/**
 * Signs the token of one call of Coinbase's developer platform: good for this method and path, for two minutes.
 * https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication
 *
 * @param call method and path, such as `POST` and `/onramp/v1/token`
 * @throws Error where the app's secret is no key
 */
export async function signCdpToken(
  { clock, random }: Pick<World, 'clock' | 'random'>,
  { keyName, secret }: Pick<CoinbaseAccount, 'keyName' | 'secret'>,
  call: { readonly method: 'GET' | 'POST'; readonly path: string },
): Promise<string> {
  const key = toKey(secret);
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256';
  const uri = `${call.method} ${host}${call.path}`;
  const now = Math.floor(clock.now() / 1000);
  // The older form of the claim and the newer one: the platform reads either.
  const claims = { iss: 'cdp', sub: keyName, nbf: now, exp: now + lifeS, uri, uris: [uri] };
  const nonce = Buffer.from(random.bytes(8)).toString('hex');
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid: keyName, nonce }).sign(key);
}

/** Reads a key as the platform hands it out: PEM of P-256 (SEC1 or PKCS#8), or base64 of an Ed25519 seed and its key. */
function toKey(secret: string): KeyObject {
  // People paste PEM with its line breaks written out, as it stands in the platform's JSON file.
  if (secret.includes('-----BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 64) throw new Error('The secret is neither PEM nor an Ed25519 key of 64 bytes');
  // RFC 8410 §7: what stands before the seed in PKCS#8.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes.subarray(0, 32)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
