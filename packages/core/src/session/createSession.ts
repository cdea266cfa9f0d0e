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
  /** An active access token, refreshed first if need be and `autoRefresh` is not false; else null. */
  getAccessToken(options?: { readonly autoRefresh?: boolean }): Promise<string | null>;
  /** The token for our own service's custody routes, which a host back end never gets to see. */
  getCustodyToken(): Promise<string | null>;
  /**
   * Logs in: stores what the service answers to a proof. While a user who is no guest is logged in, nothing is sent. A
   * guest's token goes with the call. Where a second factor is due, and anyone asks for it, it waits for that.
   * @param follows of which session of the host's own it is, if any
   * @throws ServiceError `no_auth_flow` then, `authentication_failed`, the codes of the call, and why no factor was verified
   */
  authenticate(send: (call: Call) => Promise<TokenReply>, follows?: string): Promise<LoginResult>;
  refreshUser(): Promise<User | null>;
  /**
   * As `refreshUser`, after whatever refresh is under way: for a user who has just changed, or whose token was refused.
   * @param refused the refused token for custody; where there is another one by now, nothing is sent
   */
  renewUser(refused?: string): Promise<User | null>;
  logout(): Promise<void>;
  /** Follows a log-out or login in another tab, told by the key of a `storage` event. */
  followOtherTab(eventKey: string | null): Promise<void>;
}

export interface SessionParts {
  readonly page: PageContext;
  readonly state: Store<ClientState>;
  readonly tokens: Tokens;
  /** Resolves when the app config has said where the service is. */
  readonly configured: () => Promise<unknown>;
  /** Keeps other tabs out while a task runs. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** Has what is due after a login done, before who logged in hears of it. @throws where the login is none without */
  readonly complete: () => Promise<void>;
  /** Told before the local state goes, however the session ended, so that the wallet frame forgets the user (SESS-18). */
  readonly onLogout: (userId: string | null) => void;
}

const signedOut: SessionState = { authenticated: false, user: null };

/** The session of one client: tokens that are refreshed once for all callers and tabs, and the user they belong to. */
export function createSession(parts: SessionParts): Session {
  const { page, state, tokens } = parts;
  const { get: getState } = state;
  const { environment, storage, call } = page;
  const { appId } = page.options;
  const flights = createSingleFlight();
  /** The log-out under way, if any. */
  let leaving: Promise<void> | null = null;
  const isTokenActive = (token: string | null) => isActive(token, page.serverClock.now());

  /** A token of another app must never pass as this one's, and is no good to anyone here (SESS-02). */
  const isForeign = (token: string | null) => (findClaims(token)?.audience ?? appId) !== appId;

  function publish(changed: SessionState): void {
    const isFactorPending =
      changed.authenticated && (findClaims(tokens.read().token)?.isFactorPending ?? false);
    const { ready, error } = getState();
    // A session that works again takes back what was said when it did not.
    state.set({ ...changed, isFactorPending, error: changed.user && ready ? null : error });
  }

  /** Ends the session here, by log-out or because the service refuses it: what the frame holds must not outlive the token that it was opened with. */
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

  /** Puts another session in the place of the one that is here, if any. */
  async function logIn(
    send: (call: Call) => Promise<TokenReply>,
    follows: string | null,
  ): Promise<LoginResult> {
    const { authenticated, user: present } = getState();
    if (authenticated && !present?.isGuest && !leaving) {
      // It would put another user in the place of the one who is here.
      environment.warn('Login ignored: a user is logged in.');
      fail('no_auth_flow');
    }
    const guest = authenticated && !leaving ? present : null;
    // By the token the service knows the guest who becomes the user of another account.
    const bearer = guest && (await getCustodyToken());
    const reply = await send((route, input) => call()(route, { bearer, ...input }));
    const user = toUser(reply);
    if (!user || !reply.token) throw new ServiceError('authentication_failed');
    await leaving; // it ends the session before this one, and would wipe this one's tokens
    tokens.keep(reply);
    tokens.dropForkedToken();
    storage.set(customTokenKey(appId), follows);
    if (!user.isGuest) storage.set(guestKey(appId), null); // it opens nothing that this browser needs any more
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
          }).catch(() => {}); // a service that cannot be reached must not keep a person signed in here (SESS-14)
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
    // An arriving fork never replaces a session: a link must turn no one into another user.
    if (held.forkedToken !== null && canRefresh({ ...held, forkedToken: null })) tokens.dropForkedToken();
    if (token === null && !canRefresh(held)) return publish(signedOut);
    // Until the service has answered, and if it cannot, the token alone says whether a user is signed in.
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
      // It may have verified a second factor, or have to.
      if (user && claims?.subject === user.id) return publish({ authenticated, user });
      if (authenticated) parts.onLogout(user?.id ?? null);
      publish(signedOut);
      if (claims || canRefresh(tokens.read())) await restore();
    },
  };
}
