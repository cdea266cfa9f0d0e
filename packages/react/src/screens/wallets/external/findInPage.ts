import {
  getWalletOptions,
  type LatchkeyClient,
  untilWalletShows,
  type WalletOption,
  type WalletReturn,
} from '@latchkey/core';

/**
 * Finds the wallet of a deep link in the page that it opened. The wallet appears in the page a moment later. Returns
 * null if it does not appear (ROUTE-04).
 */
export async function findInPage(
  client: LatchkeyClient,
  { connectorType, walletClientType }: WalletReturn,
): Promise<WalletOption | null> {
  await untilWalletShows(client, walletClientType);
  const found = getWalletOptions(client).find(
    (option) =>
      option.way === 'connect' &&
      option.connectorType === connectorType &&
      option.walletClientType === walletClientType,
  );
  return found ?? null;
}
