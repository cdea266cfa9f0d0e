import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/** With which wallet a page was opened by a deep link (ROUTE-04). Both are claims of an address: they choose a row of the list, no more. */
export interface WalletReturn {
  readonly connectorType: string;
  readonly walletClientType: string;
}

/** Takes what the wallet's deep link opened the page with, once; null where no such link did, or half of one. */
export function takeWalletReturn(client: LatchkeyClient): WalletReturn | null {
  const { page } = contextsOf(client);
  const { privy_connector: connectorType, privy_wallet_client: walletClientType } = page.walletLink.take();
  return connectorType && walletClientType ? { connectorType, walletClientType } : null;
}
