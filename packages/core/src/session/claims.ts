import { limits, pendingFactor, type TokenClaims } from '@latchkey/wire';
import { fromBase64url } from '../base64url/index.ts';

/** Claims of the token that was read last, cached because an operation checks its token several times. */
let latest: { readonly token: string; readonly claims: TokenClaims | null } | null = null;

/**
 * Reads a token's claims without verifying its signature, because the client uses them only to predict the service's
 * decision (SESS-02). The audience is the app id. A `privy_access_token` has it in `aid` (docs/custody.md).
 *
 * @returns the claims, or null for an invalid token
 */
export function findClaims(token: string | null): TokenClaims | null {
  if (token === null) return null;
  if (latest?.token !== token) latest = { token, claims: parseClaims(token) };
  return latest.claims;
}

function parseClaims(token: string): TokenClaims | null {
  try {
    const json = JSON.parse(new TextDecoder().decode(fromBase64url(token.split('.')[1] ?? '')));
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
 * Returns true if there is a token and it does not expire within 30 s (SESS-04).
 *
 * @param nowMs the service's time, Unix ms
 */
export function isActive(token: string | null, nowMs: number): token is string {
  const claims = findClaims(token);
  return claims !== null && claims.expiresAtMs - nowMs > limits.tokenSkewMs;
}
