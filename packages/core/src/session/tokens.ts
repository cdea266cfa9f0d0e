import type { TokenReply } from '@latchkey/wire';
import type { Clock } from '../environment.ts';
import type { Cookies, KeyStore } from '../storage/index.ts';
import { findClaims } from './claims.ts';

/** Life of the refresh marker cookie. L§9. */
const markerLifeMs = 30 * 24 * 60 * 60_000;

export interface HeldTokens {
  readonly token: string | null;
  /** For our own service only; never handed to a host (docs/custody.md). */
  readonly privyAccessToken: string | null;
  readonly refreshToken: string | null;
}

export interface Tokens {
  /** Reads storage anew, because another tab may have changed it. */
  read(): HeldTokens;
  /** Keeps what a reply brings, as its `session_update_action` says (L§4). */
  keep(reply: Partial<TokenReply>): void;
  wipe(): void;
  /** Tells whether a `storage` event says that another tab logged in, refreshed or logged out. */
  isChangedBy(eventKey: string | null): boolean;
}

/** The tokens of this browser profile, in storage and in the cookies for the host's back end. */
export function createTokens(storage: KeyStore, cookies: Cookies, clock: Clock): Tokens {
  const lifeOf = (token: string | null | undefined) =>
    (findClaims(token ?? null)?.expiresAtMs ?? 0) - clock.now();

  function setToken(name: 'token' | 'identityToken', value: string | null): void {
    storage.set(name, value);
    cookies.set(name, value ?? '', lifeOf(value));
  }

  /** Always written last: other tabs act when it changes, and must then find the rest in place. */
  const setRefreshToken = (value: string | null) => storage.set('refreshToken', value);

  function wipe(): void {
    setToken('token', null);
    setToken('identityToken', null);
    storage.set('privyAccessToken', null);
    cookies.set('session', '', 0);
    setRefreshToken(null);
  }

  return {
    read: () => ({
      token: storage.find('token'),
      privyAccessToken: storage.find('privyAccessToken'),
      refreshToken: storage.find('refreshToken'),
    }),
    keep(reply) {
      if (reply.session_update_action === 'clear') return wipe();
      const isIgnore = reply.session_update_action === 'ignore';
      if (!isIgnore || reply.token) {
        setToken('token', reply.token ?? null);
        storage.set('privyAccessToken', reply.privy_access_token ?? null);
      }
      if (!isIgnore || reply.identity_token) setToken('identityToken', reply.identity_token ?? null);
      if (isIgnore) return;
      cookies.set('session', reply.token ? 't' : '', reply.token ? markerLifeMs : 0);
      setRefreshToken(reply.refresh_token ?? null);
    },
    wipe,
    isChangedBy: (eventKey) => storage.isEventOf('refreshToken', eventKey),
  };
}
