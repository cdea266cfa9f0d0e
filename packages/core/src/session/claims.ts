import { limits, pendingFactor, type TokenClaims } from '@latchkey/wire';
import { fromBase64url } from '../base64url/index.ts';

/**
 * Reads a token's claims without checking the signature: the client only asks what the service will find (SESS-02).
 * The audience is the app id; in a `privy_access_token` it stands in `aid` (docs/custody.md).
 *
 * @returns the claims, or null for something that is no token
 */
export function findClaims(token: string | null): TokenClaims | null {
  try {
    const json = JSON.parse(new TextDecoder().decode(fromBase64url(token?.split('.')[1] ?? '')));
    const { sub, exp, iat, iss, aid, aud, acr } = json as Record<string, unknown>;
    const audience = aid ?? aud;
    if (typeof sub !== 'string' || typeof exp !== 'number' || typeof audience !== 'string') return null;
    return {
      subject: sub,
      expiresAtMs: exp * 1000,
      issuer: typeof iss === 'string' ? iss : '',
      audience,
      issuedAtMs: Number(iat) * 1000 || null,
      isFactorPending: acr === pendingFactor,
    };
  } catch {
    return null;
  }
}

/**
 * Tells whether a token is there and does not expire within 30 s (SESS-04).
 *
 * @param nowMs the service's time
 */
export function isActive(token: string | null, nowMs: number): token is string {
  const claims = findClaims(token);
  return claims !== null && claims.expiresAtMs - nowMs > limits.tokenSkewMs;
}
