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
  /** Whether the marker of a session is there, which this client writes, or the service where it keeps the cookies. */
  hasMarker(): boolean;
  /** Removes the marker, also where the service put it: on a domain above this page's. */
  removeMarker(): void;
}

/**
 * Writes the client's cookies: strict same-site, secure except on http.
 *
 * @param page `null` writes none
 */
export function createCookies(page: Environment['window']): Cookies {
  function write(pair: string, lifeMs: number, domain = ''): void {
    if (!page) return;
    const secure = page.location.protocol === 'http:' ? '' : '; Secure';
    const life = `Max-Age=${Math.max(0, Math.floor(lifeMs / 1000))}`;
    try {
      page.document.cookie = `${pair}; Path=/; SameSite=Strict; ${life}${secure}${domain}`;
    } catch {
      // A sandboxed page has no cookies; the login works without them.
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
