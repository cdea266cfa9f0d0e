import { limits, pendingFactor, type TokenClaims } from '@latchkey/wire';

/**
 * Reads a token's claims without checking the signature: the client only asks what the service will find (SESS-02).
 * The audience is the app id; in a `privy_access_token` it stands in `aid` (docs/custody.md).
 *
 * @returns the claims, or null for something that is no token
 */
export function findClaims(token: string | null): TokenClaims | null {
  try {
    const text = atob((token?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    const json = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0))));
    const { sub, exp, iss, aid, aud, acr } = json as Record<string, unknown>;
    const audience = aid ?? aud;
    if (typeof sub !== 'string' || typeof exp !== 'number' || typeof audience !== 'string') return null;
    return {
      ...{ subject: sub, expiresAtMs: exp * 1000, issuer: typeof iss === 'string' ? iss : '', audience },
      isFactorPending: acr === pendingFactor,
    };
  } catch {
    return null;
  }
}

/** Tells whether a token is there and does not expire within 30 s (SESS-04). */
export function isActive(token: string | null, nowMs: number): token is string {
  const claims = findClaims(token);
  return claims !== null && claims.expiresAtMs - nowMs > limits.tokenSkewMs;
}
