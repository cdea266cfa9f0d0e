import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk';
import type { ConnectorContext, Eip1193Provider } from '@latchkey/core';

/** Provider of Coinbase's SDK: its extension if it is installed and offered, else its page or its app. */
export type CoinbaseProvider = Eip1193Provider & { disconnect?(): Promise<void> };

/** Opens Coinbase's SDK, which stores its data in the page's storage. It does not prompt yet. */
export function openProvider({
  app,
  chains,
  coinbaseWallet,
  defaultChain,
  walletClientType,
}: ConnectorContext): CoinbaseProvider {
  // The first chain is the smart wallet's initial chain.
  const chainIds = new Set([defaultChain.id, ...chains.map(({ id }) => id)]);
  const isSmart = walletClientType === 'coinbase_smart_wallet';
  return createCoinbaseWalletSDK({
    appName: app.name,
    appLogoUrl: app.logo,
    appChainIds: [...chainIds],
    preference: {
      options: isSmart ? 'smartWalletOnly' : coinbaseWallet.connectionOptions,
      // Turns off the SDK's usage statistics.
      telemetry: false,
    },
  }).getProvider() as CoinbaseProvider;
}
