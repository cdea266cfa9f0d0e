import { chainSettingsOf } from '../config/index.ts';
import type { SessionContext } from '../contexts.ts';
import { createStore, type Store } from '../store.ts';

/** Current chains of a page's wallets, by address. */
export interface WalletChains {
  /** Returns the chain id of a wallet. With `null`, returns the chain id of a page without a wallet. */
  get(address: string | null): number;
  /** Switches one wallet. With `null`, switches every wallet that was not switched on its own. */
  set(address: string | null, chainId: number): void;
  subscribe(listener: () => void): () => void;
}

const known = new WeakMap<SessionContext, WalletChains>();

/** Returns the chains that a client's hooks and providers share, except providers with {@link createChains}. */
export function chainsOf(session: SessionContext): WalletChains {
  const chains = known.get(session) ?? createChains(session);
  known.set(session, chains);
  return chains;
}

/** Creates separate chains, for a provider whose switches must not affect other providers. */
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

/** Current chain of one provider. */
export interface OwnChain {
  get(): number;
  set(chainId: number): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates the chain of the wallet that `find` returns. While `find` returns null, the last wallet's chain stays, so a
 * logout does not switch it.
 */
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
