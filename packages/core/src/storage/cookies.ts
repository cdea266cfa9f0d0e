import type { Environment } from '../environment.ts';

/** Cookies on the host app's own domain, so its back end can read the login (docs/wire/protocol.md §1.6). */
export const cookieNames = {
  token: 'privy-token',
  identityToken: 'privy-id-token',
  session: 'privy-session',
} as const;

export interface Cookies {
  /** Sets a cookie; a lifetime of 0 removes it. */
  set(name: keyof typeof cookieNames, value: string, lifeMs: number): void;
  /**
   * Returns true if the session marker exists. This client writes it, or the service if it keeps the session in
   * cookies.
   */
  hasMarker(): boolean;
  /** Removes the marker, including one that the service set on a parent domain of the page. */
  removeMarker(): void;
}

/**
 * Manages the client's cookies: SameSite=Strict, and Secure except on http.
 *
 * @param page null if the client must not write cookies
 */
export function createCookies(page: Environment['window']): Cookies {
  function write(pair: string, lifeMs: number, domain = ''): void {
    if (!page) return;
    const secure = page.location.protocol === 'http:' ? '' : '; Secure';
    const life = `Max-Age=${Math.max(0, Math.floor(lifeMs / 1000))}`;
    try {
      page.document.cookie = `${pair}; Path=/; SameSite=Strict; ${life}${secure}${domain}`;
    } catch {
      // A sandboxed page has no cookies. The login works without them.
    }
  }

  return {
    set: (name, value, lifeMs) => write(`${cookieNames[name]}=${value}`, lifeMs),
    hasMarker() {
      try {
        return /(^|; )privy-session=./.test(page?.document.cookie ?? '');
      } catch {
        return false;
      }
    },
    removeMarker() {
      const labels = page?.location.hostname.split('.') ?? [];
      write(`${cookieNames.session}=`, 0);
      for (; labels.length > 1; labels.shift())
        write(`${cookieNames.session}=`, 0, `; Domain=${labels.join('.')}`);
    },
  };
}
