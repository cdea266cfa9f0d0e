import { type CrossAppScope, crossAppScopes } from '@latchkey/wire';
import { createHs256Key, deriveKey, signHs256, verifyHs256 } from '../crypto/index.ts';
import type { World } from '../world.ts';

/** What a provider token says. It opens nothing: it names a connection, to be looked up for the user who is signed in. */
export interface TokenClaims {
  /** The requester's app. */
  readonly azp: string;
  /** The provider's app. */
  readonly aid: string;
  /** The connection. */
  readonly sub: string;
  readonly scope: CrossAppScope;
  /** Unix seconds. */
  readonly iat: number;
  readonly exp: number;
}

const audience = 'cross-app';

/**
 * Makes the maker and reader of provider tokens: JWTs with HMAC-SHA256 (RFC 7518 §3.2), which only this service reads.
 * Published clients read `exp` alone, and drop a token whose time has passed.
 */
export function createTokens({ secret }: Pick<World, 'secret'>) {
  const key = createHs256Key(deriveKey(secret, 'latchkey/cross-app-token/v1'));

  return {
    issue: (claims: TokenClaims): string => signHs256(key, { aud: audience, ...claims }),

    /**
     * Reads a token that was made here, also one whose time has passed: its connection has passed with it.
     * @returns null for anything else; nothing of a forged one is ever parsed
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
