import {
  type ConnectedWallet,
  type EthereumProvider,
  getActiveWallet,
  getPageProvider,
  type LatchkeyClient,
  listExternalWallets,
  listWallets,
  subscribeActiveWallet,
  waitForActiveWallet,
} from '@latchkey/core';

export type Address = `0x${string}`;

/** The wallet in use on Ethereum, as one provider that goes on when another wallet is chosen. */
export interface ActiveProvider {
  readonly provider: EthereumProvider;
  /**
   * The address of a wallet that the person brought, where that is the one in use; else of the embedded one. Null while it is
   * not known which one the page had in use before a reload.
   */
  findAddress(): Address | null;
  /** The accounts that the page has already, once it is known which wallet is in use; asks no one. */
  getAccounts(): Promise<readonly Address[]>;
  /** As {@link getAccounts}, leading to a wallet where there is none. */
  requestAccounts(): Promise<readonly Address[]>;
  /** Begins to tell what listens of changes: of the wallet in use, and of which one it is, in the tick of the change. */
  listen(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the provider of whichever wallet is in use. */
export function createActiveProvider(client: LatchkeyClient): ActiveProvider {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
  };
  const page = () => getPageProvider(client);
  const current = async () => (await findExternalWallet(client)?.getEthereumProvider()) ?? (await page());
  const findAddress = () =>
    (findExternalWallet(client)?.address as Address | undefined) ?? findEmbedded(client);

  /** Asks the page's own wallet for accounts, unless the person brought the one in use. */
  async function accountsBy(method: 'eth_accounts' | 'eth_requestAccounts'): Promise<readonly Address[]> {
    // wagmi asks as soon as it is there, before a reload has brought back what was connected.
    if (!client.getState().ready) await client.start();
    await waitForActiveWallet(client);
    // The wallet may give several; the one in use is the person's choice.
    const external = findExternalWallet(client);
    if (external) return [external.address as Address];
    return (await (await page()).request({ method })) as readonly Address[];
  }

  let known = look(client);
  let stopFollowing: (() => void) | null = null;

  function follow(): void {
    const now = look(client);
    const before = known;
    known = now;
    // The page's own wallet tells of itself.
    if (now.address === null && before.address === null) return;
    const address = findAddress();
    const addressBefore = before.address ?? findEmbedded(client);
    if (address !== addressBefore) emit('accountsChanged', address ? [address] : []);
    if (now.chainId !== null && now.chainId !== before.chainId) emit('chainChanged', now.chainId);
    if (now.address === null && address !== null)
      void page()
        .then((provider) => provider.request({ method: 'eth_chainId' }))
        .then((chainId) => findExternalWallet(client) ?? emit('chainChanged', chainId))
        .catch(() => {});
  }
  const hearAccounts = (accounts: unknown) => findExternalWallet(client) ?? emit('accountsChanged', accounts);
  const hearChain = (chainId: unknown) => findExternalWallet(client) ?? emit('chainChanged', chainId);

  return {
    findAddress,
    provider: {
      on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
      async request(args) {
        const { method } = args;
        if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accountsBy(method);
        return (await current()).request(args);
      },
    },
    getAccounts: () => accountsBy('eth_accounts'),
    requestAccounts: () => accountsBy('eth_requestAccounts'),
    async listen() {
      if (stopFollowing) return;
      known = look(client);
      stopFollowing = subscribeActiveWallet(client, follow);
      const provider = await page();
      provider.on('accountsChanged', hearAccounts);
      provider.on('chainChanged', hearChain);
    },
    async stop() {
      stopFollowing?.();
      stopFollowing = null;
      const provider = await page();
      provider.removeListener('accountsChanged', hearAccounts);
      provider.removeListener('chainChanged', hearChain);
    },
  };
}

/** What is known of the wallet that the person brought, if that is the one in use; wagmi's chains are numbers in hex. */
function look(client: LatchkeyClient): { address: string | null; chainId: string | null } {
  const external = findExternalWallet(client);
  const chainId = external && `0x${Number(external.chainId.replace('eip155:', '')).toString(16)}`;
  return { address: external?.address ?? null, chainId: chainId ?? null };
}

/** The wallet that the person brought, where it is in use. While one of Solana is, the last one of Ethereum is used here. */
function findExternalWallet(client: LatchkeyClient): ConnectedWallet | null {
  const active = getActiveWallet(client);
  if (!active || !('meta' in active)) return null;
  const all = [active, ...listExternalWallets(client)];
  return all.find(({ chainType }) => chainType === 'ethereum') ?? null;
}

function findEmbedded(client: LatchkeyClient): Address | null {
  // Until it is known which wallet is in use, it is not known to be this one.
  if (!getActiveWallet(client)) return null;
  const wallet = listWallets(client).find(({ chainType }) => chainType === 'ethereum');
  return (wallet?.address as Address | undefined) ?? null;
}
