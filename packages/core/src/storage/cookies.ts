import type { Environment } from '../environment.ts';

/** Cookies on the host app's own domain, so that its back end can read the login (docs/wire/protocol.md §1.6). */
export const cookieNames = {
  token: 'privy-token',
  identityToken: 'privy-id-token',
  session: 'privy-session',
} as const;

export interface Cookies {
  /** Sets a cookie; with a life of 0 removes it. */
  set(name: keyof typeof cookieNames, value: string, lifeMs: number): void;
}

/**
 * Writes the client's cookies: strict same-site, secure except on http.
 *
 * @param page `null` writes none
 */
export function createCookies(page: Environment['window']): Cookies {
  return {
    set(name, value, lifeMs) {
      if (!page) return;
      const secure = page.location.protocol === 'http:' ? '' : '; Secure';
      const life = `Max-Age=${Math.max(0, Math.floor(lifeMs / 1000))}`;
      try {
        page.document.cookie = `${cookieNames[name]}=${value}; Path=/; SameSite=Strict; ${life}${secure}`;
      } catch {
        // A sandboxed page has no cookies; the login works without them.
      }
    },
  };
}
