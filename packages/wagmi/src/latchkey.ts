import {
  type EthereumProvider,
  type LatchkeyClient,
  subscribeActiveWallet,
  walletRdns,
} from '@latchkey/core';
import type { CreateConnectorFn } from 'wagmi';
import { type ActiveProvider, type Address, createActiveProvider } from './activeProvider.ts';

type Connector = ReturnType<CreateConnectorFn<EthereumProvider>>;
/** wagmi's config without `providers`, which the older major version lacks. */
type Config = Omit<Parameters<CreateConnectorFn>[0], 'providers'>;

export interface LatchkeyConnectorInput {
  /** The client passed to `LatchkeyProvider`, or without React one with `setWalletScreens`. */
  readonly client: LatchkeyClient;
  /** Name in wallet lists. @default 'Latchkey' */
  readonly name?: string;
  /** URL of an image for wallet lists. */
  readonly icon?: string;
}

/** Stored in wagmi's storage when the user disconnects, so the next page does not connect by itself. */
const disconnectedKey = 'latchkey.disconnected';

/**
 * Creates a wagmi connector for the active wallet: the embedded one or a connected external one, as returned by
 * `getActiveWallet`. wagmi is notified of another address in the same tick. Connecting logs the user in and creates
 * their wallet if one is due. A user with a wallet is connected without a prompt, also after a reload, until they
 * disconnect. Disconnecting does not end the session, and an external wallet stays connected to the page.
 *
 * @example
 * const client = createClient({ appId, config: { chains: [base] } });
 * const config = createConfig({ chains: [base], transports: { [base.id]: http() }, connectors: [latchkey({ client })] });
 */
export function latchkey({
  client,
  name = 'Latchkey',
  icon,
}: LatchkeyConnectorInput): (config: Config) => Connector {
  return (config) => {
    const active = createActiveProvider(client);
    const { getAccounts } = active;
    const link = createLink(client, active, config);
    const request = (method: string, params: readonly unknown[] = []) =>
      active.provider.request({ method, params });
    const getChainId = async () => Number(await request('eth_chainId'));

    const switchChain: NonNullable<Connector['switchChain']> = async ({ chainId }) => {
      const chain = config.chains.find(({ id }) => id === chainId);
      if (!chain) throw new Error(`Chain ${chainId} is not one of wagmi's chains`);
      await request('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]);
      return chain;
    };

    return {
      id: 'latchkey',
      type: 'latchkey',
      name,
      icon,
      // wagmi hides an announced wallet with the same rdns.
      rdns: walletRdns,
      async setup() {
        link.follow();
      },
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        const accounts = await link.connect(async () => {
          if (isReconnecting) return getAccounts();
          await config.storage?.removeItem(disconnectedKey);
          return active.requestAccounts();
        });
        if (chainId !== undefined && chainId !== (await getChainId())) await switchChain({ chainId });
        const listed = withCapabilities
          ? accounts.map((address) => ({ address, capabilities: {} }))
          : accounts;
        // The caller's type decides between the two forms.
        return { accounts: listed as never, chainId: await getChainId() };
      },
      async disconnect() {
        await config.storage?.setItem(disconnectedKey, true);
        link.end();
      },
      getAccounts,
      getChainId,
      getProvider: async () => active.provider,
      async isAuthorized() {
        if (await config.storage?.getItem(disconnectedKey)) return false;
        return (await getAccounts().catch(() => [])).length > 0;
      },
      switchChain,
      onAccountsChanged: link.onAccountsChanged,
      onChainChanged: link.onChainChanged,
      onDisconnect: link.end,
    };
  };
}

/** Connects the wallet's events with wagmi. */
function createLink(client: LatchkeyClient, active: ActiveProvider, { emitter, storage }: Config) {
  let isLinked = false;
  let isConnecting = false;

  function onAccountsChanged(accounts: readonly string[]): void {
    if (accounts.length > 0) emitter.emit('change', { accounts: accounts as readonly Address[] });
    else {
      void end();
      emitter.emit('disconnect');
    }
  }
  const onChainChanged = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) });
  const hearAccounts = (accounts: unknown) => onAccountsChanged(accounts as string[]);
  const hearChain = (chainId: unknown) => onChainChanged(String(chainId));

  async function begin(): Promise<void> {
    if (!isLinked) {
      active.provider.on('accountsChanged', hearAccounts);
      active.provider.on('chainChanged', hearChain);
    }
    isLinked = true;
    await active.listen();
  }

  async function end(): Promise<void> {
    if (!isLinked) return;
    isLinked = false;
    active.provider.removeListener('accountsChanged', hearAccounts);
    active.provider.removeListener('chainChanged', hearChain);
    await active.stop();
  }

  /** Connects a user who logged in, or connected a wallet, elsewhere in the page. */
  async function connectByLogin(address: Address): Promise<void> {
    if (await storage?.getItem(disconnectedKey)) return;
    await begin();
    if (active.findAddress() !== address) return;
    const chainId = Number(await active.provider.request({ method: 'eth_chainId' }));
    emitter.emit('connect', { accounts: [address], chainId });
  }

  return {
    end,
    onAccountsChanged: (accounts: string[]) => onAccountsChanged(accounts),
    onChainChanged,
    async connect(request: () => Promise<readonly Address[]>): Promise<readonly Address[]> {
      isConnecting = true;
      try {
        const accounts = await request();
        await begin();
        return accounts;
      } finally {
        isConnecting = false;
      }
    },
    /** Follows the user's logins and logouts. */
    follow(): void {
      let known: string | null = null;
      const look = () => {
        const address = active.findAddress();
        if (address === known) return;
        // The mark is removed, because the next user of this browser has not disconnected.
        if (known !== null && address === null) void storage?.removeItem(disconnectedKey);
        known = address;
        if (address !== null && !isLinked && !isConnecting) void connectByLogin(address).catch(() => {});
      };
      client.subscribe(look);
      subscribeActiveWallet(client, look);
    },
  };
}
