import { createHash, randomBytes } from 'node:crypto';
import type { Account, AuthorizationRequest, Ending, Provider, ProviderId } from './provider.ts';

export interface Grant {
  readonly provider: ProviderId;
  readonly asked: AuthorizationRequest;
  readonly account: Account;
  readonly ending: Ending;
  readonly expiresAtMs: number;
}

export function createGrants(now: () => number) {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const consents = new Set<string>();
  return {
    /** Records a consent. Returns true if it is the user's first. */
    noteConsent(provider: ProviderId, subject: string): boolean {
      const consent = `${provider} ${subject}`;
      const isFirst = !consents.has(consent);
      consents.add(consent);
      return isFirst;
    },
    issueCode(
      { id, token }: Provider,
      asked: AuthorizationRequest,
      account: Account,
      ending: Ending,
    ): string {
      const code = `${token.codePrefix}${randomBytes(24).toString('base64url')}`;
      const lifeMs = ending === 'expired-code' ? 0 : token.codeLifeS * 1000;
      codes.set(code, { provider: id, asked, account, ending, expiresAtMs: now() + lifeMs });
      return code;
    },
    /**
     * Returns the grant of a code and uses it up, whatever follows. Null if it is unknown, used, expired, or another
     * provider's.
     */
    takeCode(provider: ProviderId, code: string): Grant | null {
      const found = codes.get(code);
      if (found?.provider !== provider) return null;
      codes.delete(code);
      return found.expiresAtMs > now() ? found : null;
    },
    issueToken({ token }: Provider, grant: Grant): string {
      const value = `${token.tokenPrefix}${randomBytes(32).toString('base64url')}`;
      tokens.set(value, { ...grant, expiresAtMs: now() + token.tokenLifeS * 1000 });
      return value;
    },
    findToken(provider: ProviderId, token: string): Grant | null {
      const found = tokens.get(token);
      return found?.provider === provider && found.expiresAtMs > now() ? found : null;
    },
  };
}
export type Grants = ReturnType<typeof createGrants>;

/** Checks a PKCE verifier (RFC 7636 §4.6). A grant without a challenge needs none. */
export function fitsVerifier(
  { challenge, challengeMethod }: AuthorizationRequest,
  verifier: string | null,
): boolean {
  if (challenge === null) return true;
  if (verifier === null || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  if (challengeMethod === 'plain') return verifier === challenge;
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}
