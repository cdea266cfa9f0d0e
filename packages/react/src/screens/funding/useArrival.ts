import { type FundInput, type FundingRequest, type LatchkeyClient, watchBalance } from '@latchkey/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';

/** What a wallet holds by now, in the smallest unit. */
export interface Arrival {
  /** Null until it was read. */
  readonly balance: bigint | null;
  /** By how much it is more than when the first screen of the funding showed. */
  readonly arrived: bigint;
}

/** A watch that goes on from screen to screen: what arrives is noticed whichever is on. */
interface Watch {
  subscribe(listener: () => void): () => void;
  get(): Arrival;
}

/** One for each funding: what arrived before a person asked for another one is none of it. */
const watches = new WeakMap<LatchkeyClient, WeakMap<FundInput, Watch>>();
const unread: Arrival = { balance: null, arrived: 0n };

/** The balance that a funding raises; asked for while a screen of it shows, and not longer. */
export function useArrival(funding: FundInput, request: FundingRequest): Arrival {
  const { client } = useServices();
  const watch = useMemo(() => watchOf(client, funding, request), [client, funding, request]);
  return useSyncExternalStore(watch.subscribe, watch.get);
}

/** Tells the caller that opened the modal. */
export function useTelling(tell: (() => void) | undefined): void {
  useEffect(() => tell?.(), [tell]);
}

function watchOf(client: LatchkeyClient, funding: FundInput, request: FundingRequest): Watch {
  const all = watches.get(client) ?? new WeakMap<FundInput, Watch>();
  watches.set(client, all);
  // The amount alone changes from screen to screen.
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
    // What the wallet pays meanwhile is no arrival, and neither is what it gets back of it.
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
        // The screen that follows in the same moment goes on with it.
        queueMicrotask(() => {
          if (listeners.size > 0) return;
          stop?.();
          stop = null;
        });
      };
    },
  };
}
