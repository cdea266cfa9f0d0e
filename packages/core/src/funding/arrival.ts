import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { findKept } from './kept.ts';
import { findNetwork } from './networks.ts';
import { watchBalance } from './watchBalance.ts';

/**
 * Waits until a kept funding arrived, by the balance of its wallet: what the chain has is done, whatever those say who were paid.
 * Never ends for one of which it is not known what was there before.
 */
export function waitForArrival(
  client: LatchkeyClient,
  id: string,
  signal: AbortSignal,
): Promise<'completed'> {
  const internals = internalsOf(client);
  const kept = findKept(internals, id);
  const network = kept && findNetwork(internals, kept.caip2);
  return new Promise((resolve) => {
    if (!kept || !network || kept.arrivedAt === null || signal.aborted) return;
    const { address, asset, arrivedAt } = kept;
    let stop = () => {};
    const end = () => stop();
    stop = watchBalance(client, { address, network, asset }, ({ balance }) => {
      if (balance < BigInt(arrivedAt)) return;
      // The watch may tell while it begins, before there is anything to stop.
      queueMicrotask(end);
      resolve('completed');
    });
    signal.addEventListener('abort', end, { once: true });
  });
}
