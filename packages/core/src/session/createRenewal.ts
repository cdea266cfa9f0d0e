import { isCode, type Route, sessionRoutes, type TokenReply, type User } from '@latchkey/wire';
import { findClaims } from './claims.ts';
import type { SessionParts, SessionState } from './createSession.ts';
import { canRefresh, type HeldTokens, isKeptInCookies } from './tokens.ts';
import { toUser } from './toUser.ts';

/** How a session goes on: by its refresh token, the service's cookies, or the token of a fork. */
export interface Renewal {
  /**
   * Renews the session once for all tabs.
   *
   * @param isEnough tells whether what storage holds after waiting for other tabs makes a request needless
   * @returns the user; null where the user is no longer signed in
   */
  renewAmongTabs(isEnough: (held: HeldTokens) => boolean): Promise<User | null>;
  /** Reads the tokens, after the check of cookies that are gone (SESS-13). */
  readHeld(): HeldTokens;
}

interface RenewalParts extends SessionParts {
  readonly forget: () => null;
  readonly publish: (changed: SessionState) => void;
}

export function createRenewal(parts: RenewalParts): Renewal {
  const { page, state, tokens, exclusive, forget, publish } = parts;
  const { call, base, environment } = page;

  function readHeld(): HeldTokens {
    const held = tokens.read();
    // On the service's own origin its marker is there for as long as its cookies are.
    const isSameOrigin = environment.window?.location.origin === base.get().url;
    if (!base.get().hasCookies || held.hasMarker || held.token === null || !isSameOrigin) return held;
    forget();
    return tokens.read();
  }

  function publishUser(user: User | null): User | null {
    publish(user ? { authenticated: true, user } : { authenticated: false, user: null });
    return user;
  }

  /** Posts what renews the session. The caller holds the lock. */
  async function renew(held: HeldTokens): Promise<User | null> {
    const isFork = held.forkedToken !== null && !canRefresh({ ...held, forkedToken: null });
    const route: Route<{ refresh_token?: string | null | undefined }, TokenReply> = isFork
      ? sessionRoutes.recoverFork
      : sessionRoutes.refresh;
    let reply: TokenReply;
    try {
      reply = await call()(route, {
        body: { refresh_token: isFork ? held.forkedToken : held.refreshToken },
        // May have expired: the refresh token tells who asks.
        bearer: isFork ? null : (held.privyAccessToken ?? held.token),
      });
    } catch (error) {
      const isDead = isCode(error, 'missing_or_invalid_token');
      if (isDead && tokens.read().refreshToken === held.refreshToken) return forget();
      if (isDead) return state.get().user;
      throw error;
    }
    const now = tokens.read();
    const isOvertaken = now.refreshToken !== held.refreshToken;
    if (!isOvertaken) tokens.keep(reply);
    tokens.dropForkedToken();
    const user = toUser(reply);
    // A log-out or login in the meantime, here or in another tab, is newer than this reply; another tab's refresh is not.
    if (isOvertaken && findClaims(now.token)?.subject !== user?.id) return state.get().user;
    return publishUser(user);
  }

  return {
    readHeld,
    async renewAmongTabs(isEnough) {
      if (isKeptInCookies(tokens.read())) await parts.configured(); // the cookies are not sent elsewhere
      return exclusive(async () => {
        const held = readHeld();
        if (isEnough(held)) return state.get().user;
        return canRefresh(held) ? renew(held) : forget();
      });
    },
  };
}
