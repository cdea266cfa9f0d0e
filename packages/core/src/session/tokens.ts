import type { TokenReply } from '@latchkey/wire';
import type { Cookies, KeyStore } from '../storage/index.ts';
import { findClaims } from './claims.ts';
import type { ServerClock } from './serverClock.ts';

/** Life of the refresh marker cookie (SESS-22). */
const markerLifeMs = 30 * 24 * 60 * 60_000;

/** What a reply says in place of a refresh token that the service keeps in a cookie. */
const keptInCookie = 'deprecated';

export interface HeldTokens {
  readonly token: string | null;
  /** For our own service only; never handed to a host (docs/custody.md). */
  readonly privyAccessToken: string | null;
  readonly refreshToken: string | null;
  readonly identityToken: string | null;
  /** Begins a session of its own, once. */
  readonly forkedToken: string | null;
  /** Whether a cookie says that there is a session to be renewed. */
  readonly hasMarker: boolean;
}

export interface Tokens {
  /** Reads storage anew, because another tab may have changed it. */
  read(): HeldTokens;
  /** Keeps what a reply brings, as its `session_update_action` says (SESS-09 to SESS-11). */
  keep(reply: Partial<TokenReply>): void;
  dropForkedToken(): void;
  wipe(): void;
  /** Tells whether a `storage` event says that another tab logged in, refreshed or logged out. */
  isChangedBy(eventKey: string | null): boolean;
}

/** The tokens of this browser profile, in storage and in the cookies for the host's back end. */
export function createTokens(storage: KeyStore, cookies: Cookies, clock: ServerClock): Tokens {
  /** Access tokens where the service keeps the cookies: nothing that scripts could find lies anywhere then (HTTP-02). */
  let inMemory: Pick<HeldTokens, 'token' | 'privyAccessToken'> | null = null;
  const lifeOf = (token: string | null | undefined) =>
    (findClaims(token ?? null)?.expiresAtMs ?? 0) - clock.now();

  function setToken(name: 'token' | 'identityToken', value: string | null): void {
    storage.set(name, value);
    cookies.set(name, value ?? '', lifeOf(value));
  }

  /** Always written last: other tabs act when it changes, and must then find the rest in place. */
  const setRefreshToken = (value: string | null) => storage.set('refreshToken', value);

  function removeStored(): void {
    setToken('token', null);
    setToken('identityToken', null);
    storage.set('privyAccessToken', null);
  }

  function wipe(): void {
    inMemory = null;
    removeStored();
    storage.set('forkedToken', null);
    storage.set('clockOffset', null);
    cookies.removeMarker();
    setRefreshToken(null);
  }

  return {
    read: () => ({
      token: inMemory ? inMemory.token : storage.find('token'),
      privyAccessToken: inMemory ? inMemory.privyAccessToken : storage.find('privyAccessToken'),
      refreshToken: storage.find('refreshToken'),
      identityToken: storage.find('identityToken'),
      forkedToken: storage.find('forkedToken'),
      hasMarker: cookies.hasMarker(),
    }),
    keep(reply) {
      if (reply.session_update_action === 'clear') return wipe();
      const claims = findClaims(reply.token ?? null);
      if (claims?.issuedAtMs) clock.learn(claims.issuedAtMs);
      const isIgnore = reply.session_update_action === 'ignore';
      if (reply.refresh_token === keptInCookie) {
        removeStored();
        inMemory = { token: reply.token ?? null, privyAccessToken: reply.privy_access_token ?? null };
        return setRefreshToken(keptInCookie);
      }
      if (!isIgnore) inMemory = null;
      if (!isIgnore || reply.token) {
        setToken('token', reply.token ?? null);
        storage.set('privyAccessToken', reply.privy_access_token ?? null);
      }
      if (!isIgnore || reply.identity_token) setToken('identityToken', reply.identity_token ?? null);
      if (isIgnore) return;
      if (reply.token) cookies.set('session', 't', markerLifeMs);
      else cookies.removeMarker();
      setRefreshToken(reply.refresh_token ?? null);
    },
    dropForkedToken: () => storage.set('forkedToken', null),
    wipe,
    isChangedBy(eventKey) {
      const isChanged = storage.isEventOf('refreshToken', eventKey);
      // What was in memory is of the session before; whether there is another one only the service can say.
      if (isChanged && inMemory) inMemory = null;
      return isChanged;
    },
  };
}

/** Whether the held tokens give a session without asking for another proof (SESS-05). */
export function canRefresh({ token, refreshToken, forkedToken, hasMarker }: HeldTokens): boolean {
  const hasTokens = token !== null && refreshToken !== null && refreshToken !== keptInCookie;
  return hasTokens || hasMarker || forkedToken !== null;
}

/** Whether only cookies can renew the session, which are sent to the service's own address of the app alone. */
export function isKeptInCookies({ refreshToken, hasMarker }: HeldTokens): boolean {
  return hasMarker && (refreshToken === null || refreshToken === keptInCookie);
}
