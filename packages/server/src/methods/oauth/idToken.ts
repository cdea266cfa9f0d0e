import { fail, isCode } from '@latchkey/wire';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { isEqual, sha256 } from '../../crypto/index.ts';

/** How far a provider's clock may be off, seconds. */
const skewS = 60;
/** What providers sign with; a shared secret is no signature, no matter who else may have it. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA'];

/**
 * Verifies an id token: signature, who signed it, for whom, until when, and for which login (OpenID Connect Core 1.0
 * §3.1.3.7; S33).
 *
 * @param expected.nonce what was asked for, or null of a provider that gives none back
 * @throws ServiceError `oauth_unexpected` for a token with any flaw, `unknown_auth_error` where the keys cannot be had
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
    // The issuer's keys could not be read; anything else is the token's fault.
    fail(isCode(error, 'service_unavailable') ? 'unknown_auth_error' : 'oauth_unexpected', { cause: error });
  });
  // A token for several clients says which of them asked; one for another login would be a replay.
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
