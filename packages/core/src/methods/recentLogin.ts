import {
  appIdOfProvider,
  type CrossAppProviderName,
  type MethodId,
  methodIds,
  type OAuthProvider,
  oauthProviders,
} from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { recentLoginKeys } from '../recentLoginKeys.ts';

/**
 * Last login in this browser, except as a guest or with a custom token: the method and, for wallets, the client
 * (LAND-07).
 */
export interface RecentLogin {
  readonly method: MethodId | OAuthProvider | CrossAppProviderName;
  readonly walletClientType: string | null;
}

export function rememberLogin(
  client: LatchkeyClient,
  { method, walletClientType = null }: Pick<RecentLogin, 'method'> & Partial<RecentLogin>,
): void {
  const { options, storage } = contextsOf(client).page;
  const keys = recentLoginKeys(options.appId);
  storage.set(keys.method, method);
  storage.set(keys.walletClient, walletClientType);
}

/**
 * Returns the last login in this browser ({@link RecentLogin}), or null. A logout keeps it, so returning users find
 * their method.
 */
export function findRecentLogin(client: LatchkeyClient): RecentLogin | null {
  const { options, storage } = contextsOf(client).page;
  const keys = recentLoginKeys(options.appId);
  const kept = storage.find(keys.method);
  const method =
    kept && appIdOfProvider(kept)
      ? (kept as CrossAppProviderName)
      : [...methodIds, ...oauthProviders].find((id) => id === kept);
  return method ? { method, walletClientType: storage.find(keys.walletClient) } : null;
}
