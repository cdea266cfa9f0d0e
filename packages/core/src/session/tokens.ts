import type { TokenReply } from '@latchkey/wire';
import type { Cookies, KeyStore } from '../storage/index.ts';
import { findClaims } from './claims.ts';
import type { ServerClock } from './serverClock.ts';

/** Lifetime of the refresh marker cookie, in ms (SESS-22). */
const markerLifeMs = 30 * 24 * 60 * 60_000;

/** Value of a reply's refresh token if the service keeps the real one in a cookie. */
const keptInCookie = 'deprecated';

export interface HeldTokens {
  readonly token: string | null;
  /** Sent only to the service and the frame; a host's back end does not need it (docs/custody.md). */
  readonly privyAccessToken: string | null;
  readonly refreshToken: string | null;
  readonly identityToken: string | null;
  /** Token that starts a separate session, once. */
  readonly forkedToken: string | null;
  /** Returns true if a cookie says that there is a session to renew. */
  hasMarker(): boolean;
}

export interface Tokens {
  /** Reads storage on every call, because another tab may have changed it. */
  read(): HeldTokens;
  /** Stores the tokens of a reply according to its `session_update_action` (SESS-09 to SESS-11). */
  keep(reply: Partial<TokenReply>): void;
  dropForkedToken(): void;
  wipe(): void;
  /** Returns true if a `storage` event means that another tab logged in, refreshed or logged out. */
  isChangedBy(eventKey: string | null): boolean;
}

/** Manages this browser profile's tokens, in storage and in the cookies for the host's back end. */
export function createTokens(storage: KeyStore, cookies: Cookies, clock: ServerClock): Tokens {
  /**
   * Access tokens, if the service keeps the session in cookies. A malicious script then finds none of the session's
   * tokens in storage (HTTP-02).
   */
  let inMemory: Pick<HeldTokens, 'token' | 'privyAccessToken'> | null = null;
  const lifeOf = (token: string | null | undefined) =>
    (findClaims(token ?? null)?.expiresAtMs ?? 0) - clock.now();

  function setToken(name: 'token' | 'identityToken', value: string | null): void {
    storage.set(name, value);
    cookies.set(name, value ?? '', lifeOf(value));
  }

  /** Always written last: other tabs react to its change, and must find the other values in place. */
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
      hasMarker: cookies.hasMarker,
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
      // Tokens in memory belong to the earlier session. Only the service knows if there is a new one.
      if (isChanged && inMemory) inMemory = null;
      return isChanged;
    },
  };
}

/** Returns true if the tokens or the service's cookies can renew the session without a new login (SESS-05). */
export function canRefresh({ token, refreshToken, forkedToken, hasMarker }: HeldTokens): boolean {
  const hasTokens = token !== null && refreshToken !== null && refreshToken !== keptInCookie;
  return hasTokens || forkedToken !== null || hasMarker();
}

/**
 * Returns true if only cookies can renew the session. Browsers send them only to the app's own address of the
 * service.
 */
export function isKeptInCookies({ refreshToken, hasMarker }: HeldTokens): boolean {
  return (refreshToken === null || refreshToken === keptInCookie) && hasMarker();
}
