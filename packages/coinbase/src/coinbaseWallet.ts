import type { WalletConnectorFactory } from '@latchkey/core';
import { createConnector } from './createConnector.ts';

/**
 * Creates the connector factory for Coinbase Wallet, for `externalWallets.connectors`. The host's
 * `externalWallets.coinbaseWallet.connectionOptions` selects which of its wallets are offered. Coinbase's SDK loads
 * as a separate chunk with the first connection.
 *
 * For the smart wallet and the app, the SDK connects to Coinbase's servers, such as `keys.coinbase.com` and
 * `www.walletlink.org`.
 *
 * @example
 * createClient({ appId, config: { externalWallets: { connectors: [coinbaseWallet()] } } });
 */
export function coinbaseWallet(): WalletConnectorFactory {
  return {
    id: 'coinbase_wallet',
    connectorType: 'coinbase_wallet',
    create: (context) => createConnector(context),
  };
}
