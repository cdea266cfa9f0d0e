import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { World } from '../../world.ts';
import type { CoinbaseAccount } from './account.ts';

/** Host that the platform's tokens name, even if a stand-in is called instead. */
const host = 'api.developer.coinbase.com';
const lifeS = 120;

/**
 * Signs a token for one call to Coinbase's developer platform. It is valid for this method and path, for two minutes.
 * https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication
 *
 * @param call method and path, such as `POST` and `/onramp/v1/token`
 * @throws Error if the app's secret is not a valid key
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
  // `uri` is the older form of the claim, `uris` the newer one.
  const claims = { iss: 'cdp', sub: keyName, nbf: now, exp: now + lifeS, uri, uris: [uri] };
  const nonce = Buffer.from(random.bytes(8)).toString('hex');
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid: keyName, nonce }).sign(key);
}

/**
 * Reads a key in the forms that the platform issues: PEM of a P-256 key (SEC1 or PKCS#8), or base64 of an Ed25519
 * seed and public key.
 */
function toKey(secret: string): KeyObject {
  // Developers paste the PEM from the platform's JSON file, where line breaks are written as `\n`.
  if (secret.includes('-----BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 64) throw new Error('The secret is neither PEM nor an Ed25519 key of 64 bytes');
  // PKCS#8 prefix of an Ed25519 seed (RFC 8410 §7).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes.subarray(0, 32)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
