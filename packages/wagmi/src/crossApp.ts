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
/** wagmi's config without `providers`, which the older major version lacks. */
type Config = Omit<Parameters<CreateConnectorFn>[0], 'providers'>;

export interface CrossAppConnectorInput {
  readonly client: LatchkeyClient;
  /** Provider app whose wallets are used. */
  readonly appId: string;
  /** Name in wallet lists. @default the app's id */
  readonly name?: string;
  /** URL of an image for wallet lists. */
  readonly icon?: string;
}

/**
 * Creates a wagmi connector for the user's wallet in a provider app. Connecting logs the user in with that app, or
 * links it to the signed-in user, in a popup: call wagmi's `connect` in a click handler. A user with an account there
 * is connected without a prompt, also after a reload while that app's token is valid, until they disconnect.
 * Disconnecting does not end the session. Each request to sign opens a popup of the provider app.
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
    /** Provider in use, with its address. After a logout the next user may have another account. */
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
        // Opened before any wait, because browsers allow a popup only during the click.
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
        // The caller's type decides between the two forms.
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

/** Returns the first wallet in the user's account of the provider app; null if they have none, or are not signed in. */
function findWallet(client: LatchkeyClient, appId: string): Address | null {
  const { authenticated, user } = client.getState();
  const account = user?.linkedAccounts.find(
    (one) => one.type === 'cross_app' && one.providerApp.id === appId,
  );
  if (!authenticated || account?.type !== 'cross_app') return null;
  const [wallet] = [...account.embeddedWallets, ...account.smartWallets];
  return (wallet?.address as Address | undefined) ?? null;
}

/** @throws with the code 4001, which dapps know, if the user declines or closes the popup */
async function logInOrLink(client: LatchkeyClient, appId: string, popup: Window | null): Promise<void> {
  try {
    if (client.getState().authenticated) await linkCrossAppAccount(client, { appId, popup });
    else await loginWithCrossAppAccount(client, { appId, popup });
  } catch (error) {
    if (!isCode(error, 'oauth_user_denied')) throw error;
    throw Object.assign(new Error(error.message, { cause: error }), { code: 4001 });
  }
}
