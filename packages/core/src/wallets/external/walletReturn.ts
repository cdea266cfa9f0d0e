import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Wallet named by the deep link that opened the page (ROUTE-04). Both fields are claims from the URL and only select
 * a row of the list.
 */
export interface WalletReturn {
  readonly connectorType: string;
  readonly walletClientType: string;
}

/**
 * Returns the data of the wallet's deep link, once. Returns null if no deep link opened the page, or an incomplete
 * one.
 */
export function takeWalletReturn(client: LatchkeyClient): WalletReturn | null {
  const { page } = contextsOf(client);
  const { privy_connector: connectorType, privy_wallet_client: walletClientType } = page.walletLink.take();
  return connectorType && walletClientType ? { connectorType, walletClientType } : null;
}
