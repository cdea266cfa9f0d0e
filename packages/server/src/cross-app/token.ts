import { type CrossAppScope, crossAppScopes } from '@latchkey/wire';
import { createHs256Key, deriveKey, signHs256, verifyHs256 } from '../crypto/index.ts';
import type { World } from '../world.ts';

/**
 * Claims of a provider token. An attacker may have stolen it, so it only names a connection, whose user must be signed
 * in at the provider.
 */
export interface TokenClaims {
  /** Requester's app. */
  readonly azp: string;
  /** Provider's app. */
  readonly aid: string;
  readonly sub: string;
  readonly scope: CrossAppScope;
  /** Unix seconds. */
  readonly iat: number;
  readonly exp: number;
}

const audience = 'cross-app';

/**
 * Creates the functions that issue and read provider tokens: JWTs with HMAC-SHA256 (RFC 7518 §3.2), which only this
 * service can verify. Published clients read only `exp`, and drop an expired token.
 */
export function createTokens({ secret }: Pick<World, 'secret'>) {
  const key = createHs256Key(deriveKey(secret, 'latchkey/cross-app-token/v1'));

  return {
    issue: (claims: TokenClaims): string => signHs256(key, { aud: audience, ...claims }),

    /**
     * Reads a token of this service, even an expired one. The caller has to check that the connection is live.
     *
     * @returns null for anything else
     */
    read(token: string): TokenClaims | null {
      const claims = verifyHs256([key], token);
      return claims && toClaims(claims);
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

function toClaims({ aid, aud, azp, exp, iat, scope, sub }: Record<string, unknown>): TokenClaims | null {
  const known = crossAppScopes.find((one) => one === scope);
  const isWhole = typeof aid === 'string' && typeof azp === 'string' && typeof sub === 'string';
  if (aud !== audience || !isWhole || !known || typeof exp !== 'number' || typeof iat !== 'number')
    return null;
  return { aid, azp, sub, scope: known, exp, iat };
}
