import type { WalletConnectorFactory } from '@latchkey/core';
import { createConnector } from './createConnector.ts';

/**
 * Makes Coinbase Wallet a way to people's wallets, for `externalWallets.connectors`. Which of its wallets are offered, the
 * host's `externalWallets.coinbaseWallet.connectionOptions` says. Loads nothing until someone chooses it, then Coinbase's
 * own SDK, in a chunk of its own.
 *
 * The smart wallet and the app speak to Coinbase's servers (`keys.coinbase.com`, `www.walletlink.org`), by its SDK.
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
