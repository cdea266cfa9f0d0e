import type { Environment } from '../environment.ts';

/** Storage keys on the host page's origin (docs/wire/protocol.md §5). */
export const storageKeys = {
  token: 'privy:token',
  privyAccessToken: 'privy:pat',
  refreshToken: 'privy:refresh_token',
  identityToken: 'privy:id_token',
  /** Token of a fork, from `?privy_token=`. Starts one new session. */
  forkedToken: 'privy:session_transfer_token',
  analyticsId: 'privy:caid',
  /** Offset of the service's clock from the device's, in ms, if it is more than 5 s. */
  clockOffset: 'privy:clock_offset',
  /** Visits to a provider of social login that are in progress (`methods/oauth/flows.ts`). */
  oauthFlows: 'privy:oauth_flows',
} as const;
/** Name of a key above, or another key, such as `privy:cross-app:{id}`. */
export type StorageKey = keyof typeof storageKeys | `privy:${string}`;

/** Key of a guest's credential, one for each app on the origin. */
export const guestKey = (appId: string): StorageKey => `privy:guest:${appId}`;

/** Key for the id of the host's user whose token started the session. */
export const customTokenKey = (appId: string): StorageKey => `privy:custom-token:${appId}`;

/** Key of signed transactions that are not final yet. */
export const transactionsKey = (appId: string): StorageKey => `privy:transactions:${appId}`;

/** Key of external wallet connections, which the next page restores. */
export const connectionsKey = 'privy:connections';

export interface KeyStore {
  find(key: StorageKey): string | null;
  /** Stores a value; `null` removes it. */
  set(key: StorageKey, value: string | null): void;
  /**
   * Removes every value whose key starts with this client's prefix and `beginning`. Values of clients with another
   * prefix stay.
   */
  dropAll(beginning: `privy:${string}`): void;
  /** Returns true if the value outlives the page. */
  isLasting(key: StorageKey): boolean;
  /** Returns true if a `storage` event is about this key; null, after the storage was cleared, is about every key. */
  isEventOf(key: StorageKey, eventKey: string | null): boolean;
}

/**
 * Stores values in localStorage, JSON-encoded, shared by all tabs. If the browser blocks storage, values last as long
 * as the page, so a login still works.
 *
 * @param prefix precedes each key, to keep several apps on one origin apart
 */
export function createKeyStore(page: Environment['window'], prefix: string): KeyStore {
  /** Values that localStorage did not accept. */
  const memory = new Map<string, string>();
  const nameOf = (key: StorageKey) =>
    prefix + (key in storageKeys ? storageKeys[key as keyof typeof storageKeys] : key);

  return {
    find(key) {
      const name = nameOf(key);
      return memory.get(name) ?? decode(attempt(() => page?.localStorage.getItem(name)));
    },
    set(key, value) {
      const name = nameOf(key);
      memory.delete(name);
      const isKept = attempt(() => {
        if (!page) return false;
        if (value === null) page.localStorage.removeItem(name);
        else page.localStorage.setItem(name, JSON.stringify(value));
        return true;
      });
      if (isKept || value === null) return;
      memory.set(name, value);
      // If storage is full, the old value would stay. The next page would send a used refresh token, and so end the
      // session.
      attempt(() => page?.localStorage.removeItem(name));
    },
    dropAll(beginning) {
      const kept = attempt(() => Object.keys(page?.localStorage ?? {})) ?? [];
      for (const name of [...memory.keys(), ...kept]) {
        if (!name.startsWith(prefix + beginning)) continue;
        memory.delete(name);
        attempt(() => page?.localStorage.removeItem(name));
      }
    },
    isLasting: (key) => !memory.has(nameOf(key)),
    isEventOf: (key, eventKey) => eventKey === null || eventKey === nameOf(key),
  };
}

/** Returns undefined if `act` throws: the storage is blocked or full, or the text is not JSON. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function decode(text: string | null | undefined): string | null {
  const value = attempt((): unknown => JSON.parse(text ?? 'null'));
  return typeof value === 'string' && value !== '' ? value : null;
}
