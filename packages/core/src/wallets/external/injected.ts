import { ServiceError } from '@latchkey/wire';
import type { Connection, Connector, ConnectorType, Eip1193Provider } from '../../connector.ts';
import { notify } from '../../store.ts';
import { attempt, toChainNumber, toEthereumAddresses } from './claims.ts';
import { markOwn } from './fromWalletError.ts';

/**
 * Open requests to connect, by provider. A second click waits for the same request, because a wallet may refuse another
 * one.
 */
const asked = new WeakMap<Eip1193Provider, Promise<unknown>>();

/** Creates the connector of a wallet in the page (EIP-1193). */
export function createInjected(
  provider: Eip1193Provider,
  connectorType: ConnectorType = 'injected',
): Connector {
  const listeners = new Set<(connection: Connection | null) => void>();
  let known: Connection = { accounts: [], chainId: null };
  let isListening = false;

  const toAccounts = (claim: unknown) =>
    toEthereumAddresses(claim).map((address) => ({ chainType: 'ethereum' as const, address }));
  const tell = () => notify(listeners, known);
  const hearAccounts = (accounts: unknown) => {
    known = { ...known, accounts: toAccounts(accounts) };
    tell();
  };
  const hearChain = (claim: unknown) => {
    const chainId = toChainNumber(claim);
    if (chainId === null || chainId === known.chainId) return;
    known = { ...known, chainId };
    tell();
  };

  /** Subscribes to the wallet's events. If it has none, the connection's data stays as it is. */
  function listen(): void {
    if (isListening) return;
    isListening = true;
    attempt(() => provider.on('accountsChanged', hearAccounts));
    attempt(() => provider.on('chainChanged', hearChain));
  }

  async function take(accounts: unknown): Promise<Connection> {
    const chainId = toChainNumber(await provider.request({ method: 'eth_chainId' }));
    known = { accounts: toAccounts(accounts), chainId };
    listen();
    return known;
  }

  return {
    connectorType,
    async connect() {
      const waiting = asked.get(provider) ?? provider.request({ method: 'eth_requestAccounts' });
      asked.set(provider, waiting);
      const connection = await take(await Promise.resolve(waiting).finally(() => asked.delete(provider)));
      // A malicious wallet could report a connection without a valid account or chain. Such a connection is rejected.
      if (connection.accounts.length === 0 || connection.chainId === null)
        throw markOwn(new ServiceError('generic_connect_wallet_error'));
      return connection;
    },
    async reconnect() {
      // `eth_accounts` does not prompt. A locked wallet returns no accounts, and sends an event once it is unlocked.
      const connection = await take(await provider.request({ method: 'eth_accounts' }));
      return connection.accounts.length > 0 ? connection : null;
    },
    async disconnect() {
      isListening = false;
      attempt(() => provider.removeListener('accountsChanged', hearAccounts));
      attempt(() => provider.removeListener('chainChanged', hearChain));
      // Wallets that know this method, such as MetaMask and Rabby, then forget the page. With the others, only the
      // client forgets the connection.
      const params = [{ eth_accounts: {} }];
      await Promise.resolve(
        attempt(() => provider.request({ method: 'wallet_revokePermissions', params })),
      ).catch(() => {});
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getEthereum: async () => provider,
    getSolana: async () => null,
  };
}
