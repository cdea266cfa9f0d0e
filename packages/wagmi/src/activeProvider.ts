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

/** Ethereum provider of the active wallet. It stays the same when another wallet becomes active. */
export interface ActiveProvider {
  readonly provider: EthereumProvider;
  /**
   * Returns the address of an external Ethereum wallet if an external wallet is active, otherwise or without one the
   * address of the embedded wallet. Null until the page knows which wallet was active before a reload, and if there is
   * no such wallet.
   */
  findAddress(): Address | null;
  /** Returns the page's accounts once the active wallet is known, without a prompt. */
  getAccounts(): Promise<readonly Address[]>;
  /** Like {@link getAccounts}, but leads the user to a wallet if there is none. */
  requestAccounts(): Promise<readonly Address[]>;
  /** Starts to report changes of the active wallet. If another wallet becomes active, reports it in the same tick. */
  listen(): Promise<void>;
  stop(): Promise<void>;
}

export function createActiveProvider(client: LatchkeyClient): ActiveProvider {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
  };
  const page = () => getPageProvider(client);
  const current = async () => (await findExternalWallet(client)?.getEthereumProvider()) ?? (await page());
  const findAddress = () =>
    (findExternalWallet(client)?.address as Address | undefined) ?? findEmbedded(client);

  /** Returns the account of the wallet of `findExternalWallet`, or asks the page's own wallet if there is none. */
  async function accountsBy(method: 'eth_accounts' | 'eth_requestAccounts'): Promise<readonly Address[]> {
    // wagmi requests accounts as soon as it loads, before the connections are restored after a reload.
    if (!client.getState().ready) await client.start();
    await waitForActiveWallet(client);
    // The wallet may return several accounts. The user chose the active one.
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
    // The page's own wallet sends its own events.
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

/** Returns address and chain of the wallet of `findExternalWallet`, if any. The chain id is hex, as in EIP-1193. */
function look(client: LatchkeyClient): { address: string | null; chainId: string | null } {
  const external = findExternalWallet(client);
  const chainId = external && `0x${Number(external.chainId.replace('eip155:', '')).toString(16)}`;
  return { address: external?.address ?? null, chainId: chainId ?? null };
}

/** Returns the active wallet if it is external. If that is a Solana wallet, the first external Ethereum wallet. */
function findExternalWallet(client: LatchkeyClient): ConnectedWallet | null {
  const active = getActiveWallet(client);
  if (!active || !('meta' in active)) return null;
  const all = [active, ...listExternalWallets(client)];
  return all.find(({ chainType }) => chainType === 'ethereum') ?? null;
}

function findEmbedded(client: LatchkeyClient): Address | null {
  // Null until the active wallet is known.
  if (!getActiveWallet(client)) return null;
  const wallet = listWallets(client).find(({ chainType }) => chainType === 'ethereum');
  return (wallet?.address as Address | undefined) ?? null;
}
