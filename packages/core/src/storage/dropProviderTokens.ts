import type { Environment } from '../environment.ts';
import type { KeyStore } from './keyStore.ts';

const providerToken = 'privy:cross-app:';

/**
 * Removes the access tokens that other apps gave this session's user (SESS-18): a user who logs in next in this browser must
 * not sign with the wallets of a person who left.
 */
export function dropProviderTokens(page: Environment['window'], storage: KeyStore): void {
  try {
    const kept = page?.localStorage;
    // From the end: those that go move up what is behind them.
    for (let at = (kept?.length ?? 0) - 1; at >= 0; at -= 1) {
      const name = kept?.key(at) ?? '';
      const key = name.slice(Math.max(0, name.indexOf(providerToken))) as `privy:${string}`;
      // Tokens of another app's client on this origin have another prefix.
      if (key.startsWith(providerToken) && storage.isEventOf(key, name)) storage.set(key, null);
    }
  } catch {
    // Where storage is refused nothing was kept.
  }
}
