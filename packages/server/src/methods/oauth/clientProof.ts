import { createPrivateKey, type KeyObject } from 'node:crypto';
import { fail } from '@latchkey/wire';
import { SignJWT } from 'jose';
import type { OAuthClient } from '../../app-secrets/index.ts';
import type { ClientProof } from './record.ts';

/** Life of a token that a client signs for one request, in seconds. */
const signedLifeS = 5 * 60;

/**
 * Returns the headers and form fields with which a client authenticates at the token endpoint.
 *
 * @param options.idName the provider's name of the client id
 * @throws ServiceError `not_supported` for a private key that is no P-256 key
 */
export async function clientProofOf(
  kind: ClientProof,
  client: OAuthClient,
  { idName, nowMs }: { idName: string; nowMs: number },
): Promise<{ headers: Record<string, string>; form: Record<string, string> }> {
  const { id, secret } = client;
  if (kind === 'basic') {
    // Both parts are form-encoded (RFC 6749 §2.3.1).
    const pair = [id, secret].map(formEncode).join(':');
    return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, form: {} };
  }
  const shown = kind === 'signed' ? await signSecret(client, nowMs) : secret;
  return { headers: {}, form: { [idName]: id, client_secret: shown } };
}

const formEncode = (text: string) => String(new URLSearchParams({ t: text })).slice(2);

/**
 * Signs the token that Apple accepts in place of a secret, with the client's private key (ES256). Apple allows a life
 * of at most six months.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
async function signSecret(
  { id, secret, teamId = '', keyId = '' }: OAuthClient,
  nowMs: number,
): Promise<string> {
  const nowS = Math.floor(nowMs / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(id)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + signedLifeS)
    .sign(toKey(secret));
}

function toKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Refused below, like a key of another kind.
  }
  return fail('not_supported', {
    message: 'The private key of this provider is no P-256 key in PEM format',
    details: { reason: 'provider_key' },
  });
}
