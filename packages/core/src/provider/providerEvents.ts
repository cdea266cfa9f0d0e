import type { SessionContext } from '../contexts.ts';
import { toHex } from '../hex.ts';
import { notify } from '../store.ts';
import type { OwnChain } from '../wallets/index.ts';
import { providerError } from './toProviderError.ts';

export type ProviderListener = (payload: unknown) => void;

export interface ProviderEvents {
  on(event: string, listener: ProviderListener): void;
  removeListener(event: string, listener: ProviderListener): void;
  /** Returns the wallet's address while its user is signed in and access is not revoked; empty otherwise. */
  accounts(): string[];
  /** Sets whether a dapp revoked its access to the accounts (EIP-2255). */
  setRevoked(revoked: boolean): void;
}

interface Watched {
  readonly find: () => string | null;
  readonly chain: OwnChain;
}

/** Last state that listeners were notified of. */
interface Known {
  readonly address: string | null;
  readonly account: string | undefined;
  readonly chainId: number;
}

/** Creates the events of a provider. Its state is watched only while there are listeners. */
export function createProviderEvents(session: SessionContext, { find, chain }: Watched): ProviderEvents {
  const listeners = new Map<string, Set<ProviderListener>>();
  let stopWatching: (() => void) | null = null;
  let isRevoked = false;

  const accounts = () => {
    const address = find();
    return address === null || isRevoked ? [] : [address];
  };
  const look = (): Known => {
    const address = find();
    return { address, account: accounts()[0], chainId: chain.get() };
  };
  const emit = (event: string, payload: unknown) => notify(listeners.get(event) ?? [], payload);

  let known = look();
  function tell(): void {
    const before = known;
    known = look();
    const chainId = toHex(known.chainId);
    if (before.chainId !== known.chainId) emit('chainChanged', chainId);
    if (before.address === null && known.address !== null) emit('connect', { chainId });
    if (before.account !== known.account) emit('accountsChanged', accounts());
    if (before.address !== null && known.address === null)
      emit('disconnect', providerError(4900, 'The user has logged out'));
  }
  function watch(): () => void {
    known = look();
    const stops = [session.state.subscribe(tell), chain.subscribe(tell)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return {
    accounts,
    setRevoked(revoked) {
      isRevoked = revoked;
      if (stopWatching) tell();
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      stopWatching ??= watch();
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      if ([...listeners.values()].some(({ size }) => size > 0)) return;
      stopWatching?.();
      stopWatching = null;
    },
  };
}
