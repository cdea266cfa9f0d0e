import type { KeyStore } from './keyStore.ts';

/** Beginning of the names under which the tokens of other apps are kept, one an app, as published clients keep them. */
const beginning = 'privy:cross-app:';

/** Where the token is kept that another app gave this session's user. */
export const providerTokenKey = (appId: string): `privy:${string}` => `${beginning}${appId}`;

/**
 * Removes the tokens that other apps gave this session's user (SESS-18): a user who logs in next in this browser must not
 * sign with the wallets of a person who left.
 */
export function dropProviderTokens(storage: KeyStore): void {
  storage.dropAll(beginning);
}
