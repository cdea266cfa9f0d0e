/**
 * Returns the storage keys of this browser's last login, by app (LAND-07; docs/wire/protocol.md §5). Not among the
 * storage's own keys, because the client does not need them at start.
 */
export const recentLoginKeys = (appId: string) =>
  ({
    method: `privy:${appId}:recent-login-method`,
    walletClient: `privy:${appId}:recent-login-wallet-client`,
  }) as const;
