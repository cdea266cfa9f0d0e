import { isCode, type Route, sessionRoutes, type TokenReply, type User } from '@latchkey/wire';
import { findClaims } from './claims.ts';
import type { SessionParts, SessionState } from './createSession.ts';
import { canRefresh, type HeldTokens, isKeptInCookies } from './tokens.ts';
import { toUser } from './toUser.ts';

/** Renewal of a session with its refresh token, the service's cookies, or a fork's token. */
export interface Renewal {
  /**
   * Renews the session while no other tab renews it, as far as the browser allows.
   *
   * @param isEnough returns true if the stored tokens, after waiting for other tabs, make a request unnecessary
   * @returns the user; null if none is signed in, or the user is not known yet
   */
  renewAmongTabs(isEnough: (held: HeldTokens) => boolean): Promise<User | null>;
  /** Reads the tokens. On the service's own origin, ends the session first if its cookies are gone (SESS-13). */
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
    // On the service's own origin, the marker lasts as long as the session cookies. A missing marker means that they
    // are gone.
    const isSameOrigin = environment.window?.location.origin === base.get().url;
    if (!base.get().hasCookies || held.token === null || !isSameOrigin || held.hasMarker()) return held;
    forget();
    return tokens.read();
  }

  /** Sends the request that renews the session. The caller holds the lock. */
  async function renew(held: HeldTokens): Promise<User | null> {
    const isFork = held.forkedToken !== null && !canRefresh({ ...held, forkedToken: null });
    const route: Route<{ refresh_token?: string | null | undefined }, TokenReply> = isFork
      ? sessionRoutes.recoverFork
      : sessionRoutes.refresh;
    let reply: TokenReply;
    try {
      reply = await call()(route, {
        body: { refresh_token: isFork ? held.forkedToken : held.refreshToken },
        // This token may have expired: the refresh token identifies the session.
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
    // The service ends a session by clearing it, or by naming no user.
    const user = reply.session_update_action === 'clear' ? null : toUser(reply);
    // If a logout or login happened in the meantime, here or in another tab, this reply is out of date. After another
    // tab's refresh, the user is still the same.
    const isSame = user !== null && findClaims(now.token)?.subject === user.id;
    if (isOvertaken && !isSame) return state.get().user;
    if (!user) return forget();
    publish({ authenticated: true, user });
    return user;
  }

  return {
    readHeld,
    async renewAmongTabs(isEnough) {
      if (isKeptInCookies(tokens.read())) await parts.configured(); // browsers send the cookies only to the app's own address
      return exclusive(async () => {
        const held = readHeld();
        if (isEnough(held)) return state.get().user;
        return canRefresh(held) ? renew(held) : forget();
      });
    },
  };
}
