import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { findKeptFunding } from './kept.ts';
import { findNetwork } from './networks.ts';
import { watchBalance } from './watchBalance.ts';

/**
 * Follows a stored funding at its provider and in the wallet's balance, until one of the two ends.
 *
 * @param follow follows the provider; must stop when its signal is aborted
 * @returns the result of `follow`, or `completed` if the balance arrives first
 * @throws the reason of the given signal, and what `follow` throws
 */
export async function followUntilArrival<T>(
  client: LatchkeyClient,
  id: string,
  given: AbortSignal | undefined,
  follow: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'completed'> {
  const end = new AbortController();
  const leave = () => end.abort(given?.reason);
  given?.addEventListener('abort', leave);
  if (given?.aborted) leave();
  try {
    return await Promise.race([follow(end.signal), waitForArrival(client, id, end.signal)]);
  } finally {
    given?.removeEventListener('abort', leave);
    end.abort();
  }
}

/** Resolves when the balance has arrived. Never resolves if the funding is not stored or has no target balance. */
function waitForArrival(client: LatchkeyClient, id: string, signal: AbortSignal): Promise<'completed'> {
  const { session } = contextsOf(client);
  const kept = findKeptFunding(session, id);
  const network = kept && findNetwork(session, kept.caip2);
  return new Promise((resolve) => {
    if (!kept || !network || kept.arrivedAt === null || signal.aborted) return;
    const stop = watchBalance(client, { ...kept, network }, ({ balance }) => {
      // The target is read again, because another funding of the same wallet raises it on arrival.
      const { arrivedAt = null } = findKeptFunding(session, id) ?? {};
      if (arrivedAt !== null && balance >= BigInt(arrivedAt)) resolve('completed');
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
