import { fail, isCode } from '@latchkey/wire';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { isEqual, sha256 } from '../../crypto/index.ts';

const skewS = 60;
/** Signature algorithms of providers. With a shared secret anyone who has it could sign, so HMAC is not accepted. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA'];

/**
 * Verifies an id token: signature, issuer, audience, expiry and, by the nonce, that it is for this login (OpenID
 * Connect Core 1.0 §3.1.3.7; S33).
 *
 * @param expected.nonce the nonce of the request, or null for a provider that does not return one
 * @throws ServiceError `oauth_unexpected` for a token with any flaw, `unknown_auth_error` if the keys cannot be
 *   fetched
 */
export async function verifyIdToken(
  token: string,
  expected: {
    issuers: string[];
    clientId: string;
    nonce: string | null;
    keys: JWTVerifyGetKey;
    nowMs: number;
  },
): Promise<JWTPayload> {
  const { clientId, issuers: issuer, keys, nonce, nowMs } = expected;
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    audience: clientId,
    clockTolerance: skewS,
    currentDate: new Date(nowMs),
    issuer,
    requiredClaims: ['exp', 'iat', 'sub'],
  }).catch((error: unknown) => {
    // If the issuer's keys could not be fetched, the provider is unavailable. Any other error is a flaw of the token.
    fail(isCode(error, 'service_unavailable') ? 'unknown_auth_error' : 'oauth_unexpected', { cause: error });
  });
  // An attacker could replay a token that was issued to another client or for another login. So `azp`, if present, must
  // be this client, and the nonce, if the provider returns it, this login's.
  if (payload.azp !== undefined && payload.azp !== clientId) fail('oauth_unexpected');
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp === undefined)
    fail('oauth_unexpected');
  if (
    nonce !== null &&
    !(typeof payload.nonce === 'string' && isEqual(sha256(payload.nonce), sha256(nonce)))
  ) {
    fail('oauth_unexpected');
  }
  return payload;
}
