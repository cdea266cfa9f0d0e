import { chainSettingsOf } from '../config/index.ts';
import type { SessionContext } from '../contexts.ts';
import { createStore, type Store } from '../store.ts';

/** The chains that wallets were switched to, by address. */
export interface WalletChains {
  /** The chain of a wallet; without one, that of a page in which no one is logged in. */
  get(address: string | null): number;
  /** Without an address: for each wallet that was not switched by itself. */
  set(address: string | null, chainId: number): void;
  subscribe(listener: () => void): () => void;
}

const known = new WeakMap<SessionContext, WalletChains>();

/** The chains of this page's wallets: a wallet is on one at a time, no matter by which provider or hook it is used. */
export function chainsOf(session: SessionContext): WalletChains {
  const chains = known.get(session) ?? createChains(session);
  known.set(session, chains);
  return chains;
}

/** Makes a list of its own, for a provider whose switching moves no one else's requests. */
export function createChains(session: SessionContext): WalletChains {
  const byAddress: Store<Record<string, number>> = createStore({});
  return {
    get(address) {
      const ids = byAddress.get();
      return ids[address ?? ''] ?? ids[''] ?? chainSettingsOf(session).defaultChain.id;
    },
    set: (address, chainId) => byAddress.set({ [address ?? '']: chainId }),
    subscribe: byAddress.subscribe,
  };
}

/** The chain of one provider. */
export interface OwnChain {
  get(): number;
  set(chainId: number): void;
  subscribe(listener: () => void): () => void;
}

/** The chain of the wallet that `find` gives; of the last one while it gives none, so that no log-out moves a page. */
export function createOwnChain(chains: WalletChains, find: () => string | null): OwnChain {
  let last: string | null = null;
  const look = () => {
    last = find() ?? last;
    return last;
  };
  return {
    get: () => chains.get(look()),
    set: (chainId) => chains.set(look(), chainId),
    subscribe: chains.subscribe,
  };
}
