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
  /** Whether a dapp gave the accounts back (EIP-2255). */
  setRevoked(revoked: boolean): void;
}

/** The events of a provider; the client's state is watched only while someone listens. */
export function createProviderEvents({ state }: Internals, address: string): ProviderEvents {
  const listeners = new Map<string, Set<ProviderListener>>();
  let stopWatching: (() => void) | null = null;
  let isRevoked = false;

  const accounts = () => {
    const linked = state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
    const isOwn = linked.some((wallet) => isSameAddress(wallet.address, address));
    return isOwn && !isRevoked ? [address] : [];
  };

  function emit(event: string, payload: unknown): void {
    notify(listeners.get(event) ?? [], payload);
  }

  /** What listeners know of; null while no one listens. */
  let known: number | null = null;
  function tell(): void {
    const current = accounts();
    if (known === null || current.length === known) return;
    known = current.length;
    emit('accountsChanged', current);
  }
  function watch(): () => void {
    known = accounts().length;
    return state.subscribe(tell);
  }

  return {
    accounts,
    emit,
    setRevoked(revoked) {
      isRevoked = revoked;
      tell();
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      if (event === 'accountsChanged') stopWatching ??= watch();
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      if (listeners.get('accountsChanged')?.size) return;
      stopWatching?.();
      stopWatching = null;
      known = null;
    },
  };
}
