import { fail, ServiceError, sessionRoutes, type TokenReply, type User } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';
import type { Call } from '../http/index.ts';
import type { ClientState } from '../latchkeyClient.ts';
import { createSingleFlight } from '../singleFlight.ts';
import { customTokenKey, dropProviderTokens, guestKey } from '../storage/index.ts';
import type { Store } from '../store.ts';
import { findClaims, isActive } from './claims.ts';
import { createRenewal } from './createRenewal.ts';
import { canRefresh, type HeldTokens, type Tokens } from './tokens.ts';
import { toUser } from './toUser.ts';

/** Public state of a session. While `authenticated`, `user` is null only until the service has answered. */
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
   * Restores the stored session and fetches its user.
   * @throws ServiceError any error of the service or network except `missing_or_invalid_token`
   */
  restore(): Promise<void>;
  /** Returns an active access token, or null. Refreshes it first if necessary, unless `autoRefresh` is false. */
  getAccessToken(options?: { readonly autoRefresh?: boolean }): Promise<string | null>;
  /**
   * Returns the token for calls to the service: the `privy_access_token`, which host back ends do not need, or else the
   * access token; null if no user is signed in.
   */
  getCustodyToken(): Promise<string | null>;
  /**
   * Logs in: sends a proof and stores the reply. Sends nothing if a user other than a guest is logged in. Sends a
   * guest's token along. If a second factor is due and something can prompt for it, waits until it is verified.
   * @param follows id of the host's user whose token starts the session, if any
   * @throws ServiceError `no_auth_flow` if a user is logged in, `authentication_failed`, the codes of the call, and
   *   the error of the second factor
   */
  authenticate(send: (call: Call) => Promise<TokenReply>, follows?: string): Promise<LoginResult>;
  refreshUser(): Promise<User | null>;
  /**
   * Like `refreshUser`, but waits for a running refresh first. Used after the user changed, or the service refused a
   * token.
   * @param refused the refused custody token; if it was replaced already, no request is sent
   */
  renewUser(refused?: string): Promise<User | null>;
  logout(): Promise<void>;
  /** Follows a logout or login in another tab, given the key of a `storage` event; null if any key may have changed. */
  followOtherTab(eventKey: string | null): Promise<void>;
}

export interface SessionParts {
  readonly page: PageContext;
  readonly state: Store<ClientState>;
  readonly tokens: Tokens;
  /** Resolves when the app config is loaded, which may set the service's address. */
  readonly configured: () => Promise<unknown>;
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /**
   * Completes the steps that are due after a login, before the caller gets the result.
   * @throws the error of a step without which the login is invalid
   */
  readonly complete: () => Promise<void>;
  /** Called when a user's session ends in this client, so the wallet frame forgets the user (SESS-18). */
  readonly onLogout: (userId: string | null) => void;
}

const signedOut: SessionState = { authenticated: false, user: null };

/** Creates the session of one client: its tokens, refreshed once for all callers in the page, and its user. */
export function createSession(parts: SessionParts): Session {
  const { page, state, tokens } = parts;
  const { get: getState } = state;
  const { environment, storage, call } = page;
  const { appId } = page.options;
  const flights = createSingleFlight();
  let leaving: Promise<void> | null = null;
  const isTokenActive = (token: string | null) => isActive(token, page.serverClock.now());

  /** True for the token of another app on this origin, which must not count as this app's (SESS-02). */
  const isForeign = (token: string | null) => (findClaims(token)?.audience ?? appId) !== appId;

  function publish(changed: SessionState): void {
    const isFactorPending =
      changed.authenticated && (findClaims(tokens.read().token)?.isFactorPending ?? false);
    const { ready, error } = getState();
    // A session that works again clears the earlier error.
    state.set({ ...changed, isFactorPending, error: changed.user && ready ? null : error });
  }

  /**
   * Ends the session in this client: after a logout, if the service refuses it, or if its tokens or cookies are gone.
   * Keys unlocked in the frame must not outlive the session, so the frame forgets them too.
   */
  function forget(): null {
    parts.onLogout(getState().user?.id ?? null);
    dropProviderTokens(storage);
    tokens.wipe();
    publish(signedOut);
    return null;
  }

  const { renewAmongTabs, readHeld } = createRenewal({ ...parts, forget, publish });
  const refreshUser = () => flights.run('refresh user', () => renewAmongTabs(() => false));

  async function freshTokens(): Promise<HeldTokens | null> {
    const held = readHeld();
    if (isForeign(held.token)) {
      await logout();
      return null;
    }
    if (isTokenActive(held.token) || !(held.token || canRefresh(held))) return held;
    await flights.run('refresh tokens', () => renewAmongTabs(({ token }) => isTokenActive(token)));
    return tokens.read();
  }

  const custodyTokenOf = (held: HeldTokens | null) => held?.privyAccessToken ?? held?.token ?? null;
  const getCustodyToken = async () => custodyTokenOf(await freshTokens());

  async function logIn(
    send: (call: Call) => Promise<TokenReply>,
    follows: string | null,
  ): Promise<LoginResult> {
    const { authenticated, user: present } = getState();
    if (authenticated && !present?.isGuest && !leaving) {
      // A login would replace the signed-in user.
      environment.warn('Login ignored: a user is logged in.');
      fail('no_auth_flow');
    }
    const guest = authenticated && !leaving ? present : null;
    // The token identifies the guest to the service, which may sign in an existing user instead.
    const bearer = guest && (await getCustodyToken());
    const reply = await send((route, input) => call()(route, { bearer, ...input }));
    const user = toUser(reply);
    if (!user || !reply.token) throw new ServiceError('authentication_failed');
    await leaving; // the logout ends the earlier session, and would wipe the new tokens
    tokens.keep(reply);
    tokens.dropForkedToken();
    storage.set(customTokenKey(appId), follows);
    if (!user.isGuest) storage.set(guestKey(appId), null); // the browser no longer needs the guest's credential
    if (guest && guest.id !== user.id) {
      parts.onLogout(guest.id);
      dropProviderTokens(storage);
    }
    publish({ authenticated: true, user });
    return { user, isNewUser: reply.is_new_user ?? false };
  }

  function logout(): Promise<void> {
    leaving = flights
      .run('log out', async () => {
        const { refreshToken, privyAccessToken, token } = tokens.read();
        const post = call();
        if (refreshToken || token) {
          await post(sessionRoutes.logout, {
            body: { refresh_token: refreshToken },
            bearer: privyAccessToken ?? token,
            keepalive: true,
          }).catch(() => {}); // an unreachable service must not keep the user signed in here (SESS-14)
        }
        storage.set('analyticsId', null);
        storage.set(guestKey(appId), null);
        storage.set(customTokenKey(appId), null);
        forget();
      })
      .finally(() => {
        leaving = null;
      });
    return leaving;
  }

  async function restore(): Promise<void> {
    const held = tokens.read();
    const { token } = held;
    if (isForeign(token)) return logout();
    // An attacker could send a link with a fork of their own session, to sign the user in as the attacker. A fork
    // does not replace a session that can be renewed.
    if (held.forkedToken !== null && canRefresh({ ...held, forkedToken: null })) tokens.dropForkedToken();
    if (token === null && !canRefresh(held)) return publish(signedOut);
    // Until the service answers, and if it cannot, only the token says if a user is signed in.
    if (getState().user === null) publish({ authenticated: isTokenActive(token), user: null });
    await refreshUser();
  }

  return {
    restore,
    async getAccessToken({ autoRefresh = true } = {}) {
      const { token } = tokens.read();
      if (!autoRefresh && !isForeign(token)) return isTokenActive(token) ? token : null;
      return (await freshTokens())?.token ?? null;
    },
    getCustodyToken,
    async authenticate(send, follows) {
      const login = await flights.run('authenticate', () => logIn(send, follows ?? null));
      await parts.complete();
      return login;
    },
    refreshUser,
    renewUser: (refused) => renewAmongTabs((held) => !!refused && custodyTokenOf(held) !== refused),
    logout,
    async followOtherTab(eventKey) {
      if (!tokens.isChangedBy(eventKey)) return;
      const claims = findClaims(tokens.read().token);
      const { user, authenticated } = getState();
      // The other tab may have verified a second factor, or may need one.
      if (user && claims?.subject === user.id) return publish({ authenticated, user });
      if (authenticated) parts.onLogout(user?.id ?? null);
      publish(signedOut);
      if (claims || canRefresh(tokens.read())) await restore();
    },
  };
}
