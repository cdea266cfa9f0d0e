/** Where it is kept how this browser logged in last, by app (LAND-07); docs/wire/protocol.md §5. Not among the storage's own: no page reads it at start. */
export const recentLoginKeys = (appId: string) =>
  ({
    method: `privy:${appId}:recent-login-method`,
    walletClient: `privy:${appId}:recent-login-wallet-client`,
  }) as const;
