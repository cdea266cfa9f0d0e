import { fail, limits, type TokenReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';

/** Value that clients get in place of a refresh token that is kept in a cookie. Published clients know it. */
const keptInCookie = 'deprecated';

/** The cookies of a session on the app's own domain (docs/wire/protocol.md §1.6, S25). */
export interface SessionCookies {
  readonly refreshToken: string | null;
  /**
   * Puts `token`, `identity_token` and `refresh_token` of the reply into cookies. Returns the reply without the last
   * two, which only cookies may hold.
   */
  keep(reply: TokenReply): TokenReply;
  clear(): void;
}

/**
 * Returns the session cookies of a request if the app has an address of its own (`custom_api_url`) and the request
 * came to it, else null.
 *
 * A page of another origin on the same site could make a browser send the cookies (`SameSite` stops only other sites).
 * The request handler therefore refuses an Origin that is not the app's, and this function refuses a request without
 * one.
 *
 * @throws ServiceError `origin_not_allowed`
 */
export function findSessionCookies(app: App, caller: Caller): SessionCookies | null {
  const own = app.settings.custom_api_url;
  if (own === null) return null;
  const { host, hostname, protocol } = new URL(own);
  const { headers } = caller.request;
  if (caller.request.host !== host) return null;
  if (caller.origin === null) fail('origin_not_allowed');

  // The address is a subdomain of the app's domain: privy.example.com serves example.com.
  const domain = hostname.slice(hostname.indexOf('.') + 1);
  const common = `Domain=${domain}; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`;
  const set = (name: CookieName, value: string | null | undefined, lifeMs: number) => {
    const { path, isReadable } = cookies[name];
    const life = value ? Math.floor(lifeMs / 1000) : 0;
    const readable = isReadable ? '' : '; HttpOnly';
    caller.setCookie(`${name}=${value ?? ''}; Path=${path}; Max-Age=${life}; ${common}${readable}`);
  };
  return {
    refreshToken: findCookie(headers.get('cookie'), 'privy-refresh-token'),
    keep(reply) {
      set('privy-token', reply.token, limits.accessTokenLifeMs);
      set('privy-id-token', reply.identity_token, limits.accessTokenLifeMs);
      set('privy-refresh-token', reply.refresh_token, limits.sessionLifeMs);
      set('privy-session', 't', limits.sessionLifeMs);
      return { ...reply, identity_token: null, refresh_token: keptInCookie };
    },
    clear() {
      for (const name of Object.keys(cookies)) set(name as CookieName, null, 0);
    },
  };
}

/**
 * The browser sends the refresh token to session routes only. Of these cookies, scripts can read only the marker
 * `privy-session`, which tells them that there is a session.
 */
const cookies = {
  'privy-token': { path: '/', isReadable: false },
  'privy-id-token': { path: '/', isReadable: false },
  'privy-refresh-token': { path: '/api/v1/sessions', isReadable: false },
  'privy-session': { path: '/', isReadable: true },
} as const;
type CookieName = keyof typeof cookies;

/** Returns the value of a cookie in a `Cookie` header (RFC 6265 §4.2.1), the first one if the name occurs twice. */
function findCookie(header: string | null, name: CookieName): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Returns the refresh token of a request: the body's, or the cookie's if the body has none or only the placeholder. */
export function refreshTokenOf(
  body: { refresh_token?: string | null | undefined },
  kept: SessionCookies | null,
): string | null {
  const sent = body.refresh_token ?? null;
  return sent === null || sent === keptInCookie ? (kept?.refreshToken ?? null) : sent;
}
