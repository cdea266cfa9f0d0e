import {
  isCode,
  ServiceError,
  sessionRoutes,
  type TokenReply,
  type User,
  userFromWire,
} from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import type { Call } from '../http/index.ts';
import { createSingleFlight } from '../singleFlight.ts';
import type { KeyStore } from '../storage/index.ts';
import { findClaims, isActive } from './claims.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

/** What a session tells of itself. `user` is null while `authenticated` only where the service could not be asked. */
export interface SessionState {
  readonly authenticated: boolean;
  readonly user: User | null;
}

export interface LoginResult {
  readonly user: User;
  readonly isNewUser: boolean;
}

export interface Session {
  /**
   * Brings back the stored session: asks the service for its user.
   * @throws ServiceError whatever the service or network says besides `missing_or_invalid_token`
   */
  restore(): Promise<void>;
  getAccessToken(): Promise<string | null>;
  /** The token for our own service's custody routes, which a host back end never gets to see. */
  getCustodyToken(): Promise<string | null>;
  authenticate(send: (call: Call) => Promise<TokenReply>): Promise<LoginResult>;
  refreshUser(): Promise<User | null>;
  logout(): Promise<void>;
  /** Follows a log-out or login in another tab, told by the key of a `storage` event. */
  followOtherTab(eventKey: string | null): Promise<void>;
}

export interface SessionParts {
  readonly appId: string;
  readonly environment: Environment;
  readonly storage: KeyStore;
  readonly tokens: Tokens;
  /** Gives the way to the service. @throws ServiceError `no_api` where there is none (ERR-22) */
  readonly call: () => Call;
  /** Keeps other tabs out while a task runs. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  readonly getState: () => SessionState;
  readonly publish: (state: SessionState) => void;
  /** Told before the local state goes, so that the wallet frame forgets the user (SESS-18). */
  readonly onLogout: (userId: string | null) => void;
}

const signedOut: SessionState = { authenticated: false, user: null };

/** The session of one client: tokens that are refreshed once for all callers and tabs, and the user they belong to (L§4). */
export function createSession(parts: SessionParts): Session {
  const { appId, environment, storage, tokens, call, exclusive, getState, publish } = parts;
  const flights = createSingleFlight();
  /** The log-out under way, if any. */
  let leaving: Promise<void> = Promise.resolve();
  const isTokenActive = (token: string | null) => isActive(token, environment.clock.now());

  /** A token of another app must never pass as this one's, and is no good to anybody here (SESS-02). */
  const isForeign = (token: string | null) => (findClaims(token)?.audience ?? appId) !== appId;

  function forget(): null {
    tokens.wipe();
    publish(signedOut);
    return null;
  }

  /** Posts the refresh token. The caller holds the lock. */
  async function refresh(held: HeldTokens): Promise<User | null> {
    let reply: TokenReply;
    try {
      reply = await call()(sessionRoutes.refresh, {
        body: { refresh_token: held.refreshToken },
        bearer: held.privyAccessToken ?? held.token, // may have expired: the refresh token tells who asks
      });
    } catch (error) {
      const isDead = isCode(error, 'missing_or_invalid_token');
      if (isDead && tokens.read().refreshToken === held.refreshToken) return forget();
      if (isDead) return getState().user;
      throw error;
    }
    const now = tokens.read();
    const isOvertaken = now.refreshToken !== held.refreshToken;
    if (!isOvertaken) tokens.keep(reply);
    const user = toUser(reply);
    // A log-out or login in the meantime, here or in another tab, is newer than this reply; another tab's refresh is not.
    if (isOvertaken && findClaims(now.token)?.subject !== user?.id) return getState().user;
    publish(user ? { authenticated: true, user } : signedOut);
    return user;
  }

  /**
   * Refreshes once for all tabs.
   *
   * @param isEnough tells whether what storage holds after waiting for other tabs makes a request needless
   */
  function refreshAmongTabs(isEnough: (held: HeldTokens) => boolean): Promise<User | null> {
    return exclusive(async () => {
      const held = tokens.read();
      if (isEnough(held)) return getState().user;
      return canRefresh(held) ? refresh(held) : forget();
    });
  }

  const refreshUser = () => flights.run('refresh user', () => refreshAmongTabs(() => false));

  async function freshTokens(): Promise<HeldTokens | null> {
    const held = tokens.read();
    if (isForeign(held.token)) {
      await logout();
      return null;
    }
    if (held.token === null || isTokenActive(held.token)) return held;
    await flights.run('refresh tokens', () => refreshAmongTabs(({ token }) => isTokenActive(token)));
    return tokens.read();
  }

  function logout(): Promise<void> {
    leaving = flights.run('log out', async () => {
      const { refreshToken, privyAccessToken, token } = tokens.read();
      const post = call();
      if (refreshToken || token) {
        await post(sessionRoutes.logout, {
          body: { refresh_token: refreshToken },
          bearer: privyAccessToken ?? token,
          keepalive: true,
        }).catch(() => {}); // a service that cannot be reached must not keep a person signed in here (SESS-14)
      }
      parts.onLogout(getState().user?.id ?? findClaims(token)?.subject ?? null);
      storage.set('analyticsId', null);
      forget();
    });
    return leaving;
  }

  async function restore(): Promise<void> {
    const { token } = tokens.read();
    if (token === null) return publish(signedOut);
    if (isForeign(token)) return logout();
    // Until the service has answered, and if it cannot, the token alone says whether somebody is signed in.
    if (getState().user === null) publish({ authenticated: isTokenActive(token), user: null });
    await refreshUser();
  }

  return {
    restore,
    getAccessToken: async () => (await freshTokens())?.token ?? null,
    async getCustodyToken() {
      const held = await freshTokens();
      return held?.privyAccessToken ?? held?.token ?? null;
    },
    authenticate: (send) =>
      flights.run('authenticate', async () => {
        const reply = await send(call());
        const user = toUser(reply);
        if (!user || !reply.token) throw new ServiceError('authentication_failed');
        await leaving; // it ends the session before this one, and would wipe this one's tokens
        tokens.keep(reply);
        publish({ authenticated: true, user });
        return { user, isNewUser: reply.is_new_user ?? false };
      }),
    refreshUser,
    logout,
    async followOtherTab(eventKey) {
      if (!tokens.isChangedBy(eventKey)) return;
      const claims = findClaims(tokens.read().token);
      const { user, authenticated } = getState();
      if (claims && claims.subject === user?.id) return;
      if (authenticated) parts.onLogout(user?.id ?? null);
      publish(signedOut);
      if (claims) await restore();
    },
  };
}

/** Whether the held tokens can be turned into new ones (L§4); 'deprecated' marks a refresh token kept in a cookie. */
function canRefresh({ token, refreshToken }: HeldTokens): boolean {
  return token !== null && refreshToken !== null && refreshToken !== 'deprecated';
}

function toUser(reply: TokenReply): User | null {
  try {
    return reply.user ? userFromWire(reply.user) : null;
  } catch (cause) {
    throw new ServiceError('authentication_failed', { cause }); // a user of a shape that nobody can use
  }
}
