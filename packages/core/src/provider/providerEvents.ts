import { isEmbeddedWallet } from '@latchkey/wire';
import type { Internals } from '../internals.ts';
import { notify } from '../store.ts';
import { isSameAddress } from '../wallets/index.ts';

export type ProviderListener = (payload: unknown) => void;

export interface ProviderEvents {
  /** Listens to `accountsChanged` or `chainChanged`. */
  on(event: string, listener: ProviderListener): void;
  removeListener(event: string, listener: ProviderListener): void;
  emit(event: string, payload: unknown): void;
  /** The wallet's address while its user is signed in, else nothing. */
  accounts(): string[];
}

/** The events of a provider; the client's state is watched only while someone listens. */
export function createProviderEvents({ state }: Internals, address: string): ProviderEvents {
  const listeners = new Map<string, Set<ProviderListener>>();
  let stopWatching: (() => void) | null = null;

  const accounts = () => {
    const linked = state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
    return linked.some((wallet) => isSameAddress(wallet.address, address)) ? [address] : [];
  };

  function emit(event: string, payload: unknown): void {
    notify(listeners.get(event) ?? [], payload);
  }

  function watch(): () => void {
    let known = accounts().length;
    return state.subscribe(() => {
      const current = accounts();
      if (current.length === known) return;
      known = current.length;
      emit('accountsChanged', current);
    });
  }

  return {
    accounts,
    emit,
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      if (event === 'accountsChanged') stopWatching ??= watch();
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      if (listeners.get('accountsChanged')?.size) return;
      stopWatching?.();
      stopWatching = null;
    },
  };
}
