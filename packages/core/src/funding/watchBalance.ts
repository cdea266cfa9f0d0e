import { limits } from '@latchkey/wire';
import { contextsOf, type PageContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { findBalance } from './balances.ts';
import type { FundingAsset, FundingBalance, FundingNetwork } from './funding.ts';
import { findCoin, nameOf } from './networks.ts';

export interface BalancePlace {
  readonly address: string;
  readonly network: FundingNetwork;
  readonly asset: FundingAsset;
}

type Listener = (balance: FundingBalance) => void;

interface Watch {
  /** Adds a listener and, if the balance is known, calls it at once. @returns a function that removes it */
  add(listener: Listener): () => void;
}

/** Watches by address, network and coin. All listeners of a balance share one. */
const watches = new WeakMap<PageContext, Map<string, Watch>>();

/**
 * Calls the listener with a balance once it is known and after every change (FUND-15). Requests nothing while the
 * page is hidden. Failed reads are ignored.
 *
 * @returns a function that stops it
 */
export function watchBalance(client: LatchkeyClient, place: BalancePlace, listener: Listener): () => void {
  const { page, session } = contextsOf(client);
  const coin = findCoin(page, place.network, place.asset);
  if (!coin) return () => {};
  const known = watches.get(page) ?? new Map<string, Watch>();
  watches.set(page, known);
  const key = `${place.address.toLowerCase()} ${nameOf(place.network)} ${coin.token}`;
  const begin = () =>
    createWatch(
      page,
      () => findBalance(session, place.network, coin, place.address),
      () => known.delete(key),
    );
  const watch = known.get(key) ?? begin();
  known.set(key, watch);
  return watch.add(listener);
}

function createWatch(page: PageContext, read: () => Promise<bigint | null>, onEnd: () => void): Watch {
  const { clock, window: hostWindow } = page.environment;
  const listeners = new Set<Listener>();
  let last: FundingBalance | null = null;
  let base = 0n;
  let timer: unknown;
  let isReading = false;
  let isOver = false;

  function take(balance: bigint): void {
    // A withdrawal must not hide a later arrival.
    base = last === null || balance < base ? balance : base;
    if (last?.balance === balance) return;
    last = { balance, arrived: balance - base };
    for (const listener of [...listeners]) listener(last);
  }
  async function look(): Promise<void> {
    if (isReading || isOver || hostWindow?.document.hidden) return;
    clock.clearTimeout(timer);
    isReading = true;
    const balance = await read();
    isReading = false;
    if (isOver) return;
    timer = clock.setTimeout(() => void look(), limits.balancePollMs);
    if (balance !== null) take(balance);
  }
  const onVisible = () => void look();
  hostWindow?.document.addEventListener('visibilitychange', onVisible);
  void look();

  return {
    add(listener) {
      // A new function, so the same listener can be added twice.
      const own: Listener = (balance) => listener(balance);
      listeners.add(own);
      if (last) own(last);
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        isOver = true;
        clock.clearTimeout(timer);
        hostWindow?.document.removeEventListener('visibilitychange', onVisible);
        onEnd();
      };
    },
  };
}
