import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The only client of the stand-in. */
interface GoogleClient {
  readonly id: string;
  readonly secret: string;
}
export const googleClient: GoogleClient = {
  id: 'sandbox.apps.googleusercontent.com',
  secret: 'sandbox-google-secret',
};

/** A file in the hidden folder that the client has in a user's Drive. */
export interface DriveFile {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly mimeType: string;
  content: Buffer;
}

export interface ConsentRequest {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
}

interface Code extends ConsentRequest {
  readonly account: string;
  readonly expiresAtMs: number;
}
interface Token {
  readonly account: string;
  readonly scope: string;
  readonly expiresAtMs: number;
}

/**
 * Tokens live an hour (https://developers.google.com/identity/protocols/oauth2#expiration), codes ten minutes (RFC
 * 6749 §4.1.2).
 */
const codeLifeMs = 10 * 60_000;
export const tokenLifeS = 3_599;

export function createAccounts(now: () => number) {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Token>();
  const files = new Map<string, DriveFile>();
  return {
    files,
    issueCode(asked: ConsentRequest, account: string): string {
      const code = `4/0${randomBytes(32).toString('base64url')}`;
      codes.set(code, { ...asked, account, expiresAtMs: now() + codeLifeMs });
      return code;
    },
    /**
     * Exchanges a code for a token. Null if the code is unknown, used or expired, or if the redirect URI or verifier
     * does not match.
     */
    redeem(
      code: string,
      given: { redirectUri: string; verifier: string },
    ): { token: string; scope: string } | null {
      const found = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(given.verifier).digest('base64url');
      if (!found || found.expiresAtMs <= now()) return null;
      if (found.redirectUri !== given.redirectUri || found.challenge !== challenge) return null;
      const token = `ya29.${randomBytes(48).toString('base64url')}`;
      tokens.set(token, {
        account: found.account,
        scope: found.scope,
        expiresAtMs: now() + tokenLifeS * 1000,
      });
      return { token, scope: found.scope };
    },
    /** Returns the account of a token that has the scope, or null. */
    findAccount(header: string | undefined, scope: string): string | null {
      const token = tokens.get(/^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '');
      return token && token.expiresAtMs > now() && token.scope.split(' ').includes(scope)
        ? token.account
        : null;
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

export function isClient(id: string, secret: string): boolean {
  const given = Buffer.from(`${id}:${secret}`);
  const expected = Buffer.from(`${googleClient.id}:${googleClient.secret}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
