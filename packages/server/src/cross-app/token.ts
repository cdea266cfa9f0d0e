import { createHmac } from 'node:crypto';
import { type CrossAppScope, crossAppScopes } from '@latchkey/wire';
import { deriveKey, isEqual } from '../crypto/index.ts';
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
/** One header, without `kid`: a token chooses neither algorithm nor key (RFC 8725 §3.1). */
const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/**
 * Makes the maker and reader of provider tokens: JWTs with HMAC-SHA256 (RFC 7518 §3.2), which only this service reads.
 * Published clients read `exp` alone, and drop a token whose time has passed.
 */
export function createTokens({ secret }: Pick<World, 'secret'>) {
  const key = deriveKey(secret, 'latchkey/cross-app-token/v1');
  const macOf = (signed: string) => createHmac('sha256', key).update(signed).digest();

  return {
    issue(claims: TokenClaims): string {
      const payload = Buffer.from(JSON.stringify({ aud: audience, ...claims })).toString('base64url');
      return `${header}.${payload}.${macOf(`${header}.${payload}`).toString('base64url')}`;
    },

    /**
     * Reads a token that was made here, also one whose time has passed: its connection has passed with it.
     * @returns null for anything else; nothing of a forged one is ever parsed
     */
    read(token: string): TokenClaims | null {
      const [head, payload, mac, ...rest] = token.split('.');
      if (head !== header || payload === undefined || mac === undefined || rest.length > 0) return null;
      const expected = macOf(`${header}.${payload}`);
      // As text: base64 has several spellings of the same bytes, and only one is made here.
      if (!isEqual(Buffer.from(mac), Buffer.from(expected.toString('base64url')))) return null;
      return toClaims(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>);
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
