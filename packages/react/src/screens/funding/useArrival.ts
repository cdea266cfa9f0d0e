import { type FundInput, type FundingRequest, type LatchkeyClient, watchBalance } from '@latchkey/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';

export interface Arrival {
  /** Null until loaded. */
  readonly balance: bigint | null;
  /** Increase over the lowest balance since the funding began. */
  readonly arrived: bigint;
}

/** Watch that continues across screens. */
interface Watch {
  subscribe(listener: () => void): () => void;
  get(): Arrival;
}

/** Watches by funding. */
const watches = new WeakMap<LatchkeyClient, WeakMap<FundInput, Watch>>();
const unread: Arrival = { balance: null, arrived: 0n };

/** Returns the balance of the funded wallet. Polls it while a funding screen is shown. */
export function useArrival(funding: FundInput, request: FundingRequest): Arrival {
  const { client } = useServices();
  const watch = useMemo(() => watchOf(client, funding, request), [client, funding, request]);
  return useSyncExternalStore(watch.subscribe, watch.get);
}

/** Calls `tell` when it changes, to report to the caller that opened the modal. */
export function useTelling(tell: (() => void) | undefined): void {
  useEffect(() => tell?.(), [tell]);
}

function watchOf(client: LatchkeyClient, funding: FundInput, request: FundingRequest): Watch {
  const all = watches.get(client) ?? new WeakMap<FundInput, Watch>();
  watches.set(client, all);
  // Only the amount changes between screens, so the watch can be reused.
  const known = all.get(funding) ?? createWatch((listener) => watchBalance(client, request, listener));
  all.set(funding, known);
  return known;
}

function createWatch(start: (listener: (seen: { readonly balance: bigint }) => void) => () => void): Watch {
  let now = unread;
  let base: bigint | null = null;
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  function see({ balance }: { readonly balance: bigint }): void {
    // A balance below the base becomes the base, so a payment from the wallet does not hide a later arrival.
    base = base === null || balance < base ? balance : base;
    if (now.balance === balance && now.arrived === balance - base) return;
    now = { balance, arrived: balance - base };
    for (const listener of [...listeners]) listener();
  }

  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start(see);
      return () => {
        listeners.delete(listener);
        // The next screen subscribes in the same moment and keeps the watch.
        queueMicrotask(() => {
          if (listeners.size > 0) return;
          stop?.();
          stop = null;
        });
      };
    },
  };
}
