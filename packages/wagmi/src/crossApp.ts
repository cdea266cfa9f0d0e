import {
  type EthereumProvider,
  getCrossAppEthereumProvider,
  hasCrossAppToken,
  isCode,
  type LatchkeyClient,
  linkCrossAppAccount,
  loginWithCrossAppAccount,
  openCrossAppPopup,
} from '@latchkey/core';
import type { CreateConnectorFn } from 'wagmi';
import type { Address } from './activeProvider.ts';

type Connector = ReturnType<CreateConnectorFn<EthereumProvider>>;
/** What the connector needs of wagmi: in the older major there is less. */
type Config = Omit<Parameters<CreateConnectorFn>[0], 'providers'>;

export interface CrossAppConnectorInput {
  readonly client: LatchkeyClient;
  /** The app whose wallets are used. */
  readonly appId: string;
  /** What lists of wallets call it. @default the app's id */
  readonly name?: string;
  /** Address of an image for lists of wallets. */
  readonly icon?: string;
}

/**
 * Makes the user's wallet of another app a connector of wagmi's. Connecting logs in by that app, or links it to the user who
 * is signed in, in a popup: call wagmi's `connect` while a press is being handled. A user who has an account there is
 * connected without a question, after a reload as well, until they disconnect. Disconnecting ends no session. What signs
 * opens a popup of that app's for each request.
 *
 * @example
 * const connectors = [latchkey({ client }), crossApp({ client, appId: 'the-25-character-app-id-1', name: 'Harbour' })];
 */
export function crossApp({
  client,
  appId,
  name = appId,
  icon,
}: CrossAppConnectorInput): (config: Config) => Connector {
  return (config) => {
    const disconnectedKey = `latchkey.${appId}.disconnected` as const;
    /** What is in use, by address: an account there may be another one after a log-out. */
    let used: { readonly address: Address; readonly provider: EthereumProvider } | null = null;

    const findAddress = () => findWallet(client, appId);
    const getUsed = () => {
      const address = findAddress();
      if (!address) throw new Error('The user has no wallet of the other app');
      if (used?.address !== address)
        used = { address, provider: getCrossAppEthereumProvider(client, { address }) };
      return used;
    };
    const getChainId = async () => Number(await getUsed().provider.request({ method: 'eth_chainId' }));

    const onAccountsChanged = (accounts: string[]) => {
      if (accounts.length > 0) config.emitter.emit('change', { accounts: accounts as Address[] });
      else onDisconnect();
    };
    const onChainChanged = (chainId: string) => config.emitter.emit('change', { chainId: Number(chainId) });
    const hearAccounts = (accounts: unknown) => onAccountsChanged(accounts as string[]);
    const hearChain = (chainId: unknown) => onChainChanged(String(chainId));
    let listened: EthereumProvider | null = null;
    function listen(provider: EthereumProvider | null): void {
      if (provider === listened) return;
      listened?.removeListener('accountsChanged', hearAccounts);
      listened?.removeListener('chainChanged', hearChain);
      listened = provider;
      listened?.on('accountsChanged', hearAccounts);
      listened?.on('chainChanged', hearChain);
    }
    function onDisconnect(): void {
      listen(null);
      config.emitter.emit('disconnect');
    }

    const switchChain: NonNullable<Connector['switchChain']> = async ({ chainId }) => {
      const chain = config.chains.find(({ id }) => id === chainId);
      if (!chain) throw new Error(`Chain ${chainId} is not one of wagmi's chains`);
      const params = [{ chainId: `0x${chainId.toString(16)}` }];
      await getUsed().provider.request({ method: 'wallet_switchEthereumChain', params });
      return chain;
    };

    return {
      id: `latchkey-${appId}`,
      type: 'latchkey-cross-app',
      name,
      icon,
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        // Before anything is waited for: the browser opens a window in the press alone.
        const popup = isReconnecting || findAddress() ? null : openCrossAppPopup(client);
        try {
          if (!client.getState().ready) await client.start();
          if (!isReconnecting && !findAddress()) await logInOrLink(client, appId, popup);
        } finally {
          popup?.close();
        }
        if (!isReconnecting) await config.storage?.removeItem(disconnectedKey);
        const { address, provider } = getUsed();
        listen(provider);
        if (chainId !== undefined && chainId !== (await getChainId())) await switchChain({ chainId });
        const listed = withCapabilities ? [{ address, capabilities: {} }] : [address];
        // Which of the two forms it is, the caller's type says.
        return { accounts: listed as never, chainId: await getChainId() };
      },
      async disconnect() {
        await config.storage?.setItem(disconnectedKey, true);
        listen(null);
      },
      async getAccounts() {
        if (!client.getState().ready) await client.start();
        const address = findAddress();
        return address ? [address] : [];
      },
      getChainId,
      getProvider: async () => getUsed().provider,
      async isAuthorized() {
        if (await config.storage?.getItem(disconnectedKey)) return false;
        if (!client.getState().ready) await client.start().catch(() => {});
        return findAddress() !== null && hasCrossAppToken(client, appId);
      },
      switchChain,
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
    };
  };
}

/** The first wallet of the user's account there; null where they have none, or are not signed in. */
function findWallet(client: LatchkeyClient, appId: string): Address | null {
  const { authenticated, user } = client.getState();
  const account = user?.linkedAccounts.find(
    (one) => one.type === 'cross_app' && one.providerApp.id === appId,
  );
  if (!authenticated || account?.type !== 'cross_app') return null;
  const [wallet] = [...account.embeddedWallets, ...account.smartWallets];
  return (wallet?.address as Address | undefined) ?? null;
}

/** @throws with the code 4001, which dapps know, where the person declines or closes the window */
async function logInOrLink(client: LatchkeyClient, appId: string, popup: Window | null): Promise<void> {
  try {
    if (client.getState().authenticated) await linkCrossAppAccount(client, { appId, popup });
    else await loginWithCrossAppAccount(client, { appId, popup });
  } catch (error) {
    if (!isCode(error, 'oauth_user_denied')) throw error;
    throw Object.assign(new Error(error.message, { cause: error }), { code: 4001 });
  }
}
