import type { KeyStore } from './keyStore.ts';

/** Prefix of the keys for tokens of provider apps, one for each app, the same as in published clients. */
const beginning = 'privy:cross-app:';

/** Key of the token that a provider app issued for this session's user. */
export const providerTokenKey = (appId: string): `privy:${string}` => `${beginning}${appId}`;

/**
 * Removes the tokens that provider apps issued for this session's user (SESS-18). The next user of this browser could
 * otherwise use them.
 */
export function dropProviderTokens(storage: KeyStore): void {
  storage.dropAll(beginning);
}
