import { ServiceError } from '@latchkey/wire';
import type { Connection, Connector, ConnectorType, Eip1193Provider } from '../../connector.ts';
import { notify } from '../../store.ts';
import { attempt, toChainNumber, toEthereumAddresses } from './claims.ts';

/** The requests to connect that a wallet has not answered, which a second press waits for: another one it would refuse. */
const asked = new WeakMap<Eip1193Provider, Promise<unknown>>();

/** Makes the connector of a wallet that is in the page (EIP-1193). */
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

  /** Some wallets have no events: then what they said at connecting stays. */
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
      // Threat: a wallet that says it is connected, with nothing or with what is no account.
      if (connection.accounts.length === 0 || connection.chainId === null)
        throw new ServiceError('generic_connect_wallet_error');
      return connection;
    },
    async reconnect() {
      // `eth_accounts` never asks the person. A locked wallet gives none, and tells of them once it is unlocked.
      const connection = await take(await provider.request({ method: 'eth_accounts' }));
      return connection.accounts.length > 0 ? connection : null;
    },
    async disconnect() {
      isListening = false;
      attempt(() => provider.removeListener('accountsChanged', hearAccounts));
      attempt(() => provider.removeListener('chainChanged', hearChain));
      // EIP-7846's older sister (MetaMask, Rabby): the wallet forgets the page. Others refuse, and are forgotten here alone.
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
