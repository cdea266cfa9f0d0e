import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk';
import type { ConnectorContext, Eip1193Provider } from '@latchkey/core';

/** Coinbase's wallet as its SDK gives it: the extension where there is one, else its page or its app. */
export type CoinbaseProvider = Eip1193Provider & { disconnect?(): Promise<void> };

/** Opens Coinbase's SDK, which keeps what it needs in the page's storage. It asks no one yet. */
export function openProvider({
  app,
  chains,
  coinbaseWallet,
  defaultChain,
  walletClientType,
}: ConnectorContext): CoinbaseProvider {
  // The first one is where its smart wallet begins.
  const chainIds = new Set([defaultChain.id, ...chains.map(({ id }) => id)]);
  const isSmart = walletClientType === 'coinbase_smart_wallet';
  return createCoinbaseWalletSDK({
    appName: app.name,
    appLogoUrl: app.logo,
    appChainIds: [...chainIds],
    preference: {
      options: isSmart ? 'smartWalletOnly' : coinbaseWallet.connectionOptions,
      // Lines of the SDK that count what people do read this.
      telemetry: false,
    },
  }).getProvider() as CoinbaseProvider;
}
