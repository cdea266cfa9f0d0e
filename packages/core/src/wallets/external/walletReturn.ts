import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/** With which wallet a page was opened by a deep link (ROUTE-04). Both are claims of an address: they choose a row of the list, no more. */
export interface WalletReturn {
  readonly connectorType: string;
  readonly walletClientType: string;
}

/** Takes what the wallet's deep link opened the page with, once; null where no such link did, or half of one. */
export function takeWalletReturn(client: LatchkeyClient): WalletReturn | null {
  const internals = internalsOf(client);
  const { privy_connector: connectorType, privy_wallet_client: walletClientType } = internals.walletLink;
  internals.walletLink = {};
  return connectorType && walletClientType ? { connectorType, walletClientType } : null;
}
