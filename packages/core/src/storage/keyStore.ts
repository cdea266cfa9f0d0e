import type { Environment } from '../environment.ts';

/** Names of what is kept on the host page's origin, as published clients keep it (docs/wire/protocol.md §5). */
export const storageKeys = {
  token: 'privy:token',
  privyAccessToken: 'privy:pat',
  refreshToken: 'privy:refresh_token',
  identityToken: 'privy:id_token',
  /** Of a fork, out of `?privy_token=`; good for one new session. */
  forkedToken: 'privy:session_transfer_token',
  analyticsId: 'privy:caid',
  /** The lead of the service's clock over the device's, in ms, if it is more than 5 s. */
  clockOffset: 'privy:clock_offset',
  /** Logins and links by a provider that are under way (`methods/oauth/flows.ts`). */
  oauthFlows: 'privy:oauth_flows',
} as const;
/** One of the names, or one that is made of an id, such as `privy:cross-app:{id}`. */
export type StorageKey = keyof typeof storageKeys | `privy:${string}`;

/** Where a guest's credential is kept: several apps on one origin have one each. */
export const guestKey = (appId: string): StorageKey => `privy:guest:${appId}`;

/** Where it is kept whose token of the host began the session. */
export const customTokenKey = (appId: string): StorageKey => `privy:custom-token:${appId}`;

/** Where signed transactions are kept that no chain has settled. */
export const transactionsKey = (appId: string): StorageKey => `privy:transactions:${appId}`;

/** The connections of wallets that a person brought, which the next page brings back. */
export const connectionsKey = 'privy:connections';

export interface KeyStore {
  find(key: StorageKey): string | null;
  /** Keeps a value; `null` removes it. */
  set(key: StorageKey, value: string | null): void;
  /** Removes every value whose key begins so; those of another app's client on this origin have another prefix. */
  dropAll(beginning: `privy:${string}`): void;
  /** Whether a value outlives the page. */
  isLasting(key: StorageKey): boolean;
  /** Tells whether a `storage` event's key is this one; null, a cleared storage, is every one. */
  isEventOf(key: StorageKey, eventKey: string | null): boolean;
}

/**
 * Keeps values in localStorage, JSON-encoded, so that all tabs share them. Where the browser refuses storage the values
 * live as long as the page: a login must work there too.
 *
 * @param prefix put before each key, to keep several apps on one origin apart
 */
export function createKeyStore(page: Environment['window'], prefix: string): KeyStore {
  /** Values that localStorage did not take. */
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
      // Full storage keeps the value before: a used refresh token, with which the next page would end the session.
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

/** Storage throws where it is blocked or full. */
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
