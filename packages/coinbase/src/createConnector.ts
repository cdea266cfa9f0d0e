import type { Connection, Connector, ConnectorContext } from '@latchkey/core';
import type { CoinbaseProvider } from './openProvider.ts';

/** Creates a connector for Coinbase Wallet with its own SDK. */
export function createConnector(context: ConnectorContext): Connector {
  const listeners = new Set<(connection: Connection | null) => void>();
  let opened: Promise<CoinbaseProvider> | null = null;
  let provider: CoinbaseProvider | null = null;

  const tell = (connection: Connection | null) => {
    for (const listener of [...listeners]) listener(connection);
  };

  const request = (from: CoinbaseProvider, method: string) => from.request({ method });

  async function toConnection(from: CoinbaseProvider, accounts: unknown): Promise<Connection> {
    return {
      accounts: toAddresses(accounts).map((address) => ({ chainType: 'ethereum', address })),
      chainId: Number(await request(from, 'eth_chainId')),
    };
  }

  /** Refreshes the whole connection after an event of the SDK, because a chain event has no accounts. */
  function follow(from: CoinbaseProvider): void {
    const refresh = async (accounts?: unknown) => {
      const now = accounts ?? (await request(from, 'eth_accounts'));
      if (provider === from) tell(await toConnection(from, now));
    };
    // Failures are ignored, because a provider that disconnects sends an event of its own.
    from.on('accountsChanged', (accounts) => void refresh(accounts).catch(() => {}));
    from.on('chainChanged', () => void refresh().catch(() => {}));
    from.on('disconnect', () => {
      if (provider !== from) return;
      provider = null;
      tell(null);
    });
  }

  function open(): Promise<CoinbaseProvider> {
    if (opened) return opened;
    const opening = import('./openProvider.ts').then(({ openProvider }) => {
      const from = openProvider(context);
      follow(from);
      return from;
    });
    opened = opening;
    // A failure, such as a chunk that did not load, is retried.
    opening.catch(() => {
      opened = null;
    });
    return opening;
  }

  return {
    connectorType: 'coinbase_wallet',
    async connect({ signal }) {
      const from = await open();
      signal.throwIfAborted();
      const accounts = await Promise.race([request(from, 'eth_requestAccounts'), untilAborted(signal)]);
      provider = from;
      return toConnection(from, accounts);
    },
    async reconnect(_, signal) {
      const from = await open();
      // The SDK rejects this request until the user has connected. A rejection means that there is no connection.
      const accounts = await request(from, 'eth_accounts').catch(() => []);
      signal.throwIfAborted();
      if (toAddresses(accounts).length === 0) return null;
      provider = from;
      return toConnection(from, accounts);
    },
    async disconnect() {
      const ending = provider;
      provider = null;
      await ending?.disconnect?.().catch(() => {});
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getEthereum: async () => provider,
    getSolana: async () => null,
  };
}

const toAddresses = (accounts: unknown): string[] =>
  Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
