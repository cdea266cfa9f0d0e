import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { findKeptFunding } from './kept.ts';
import { findNetwork } from './networks.ts';
import { watchBalance } from './watchBalance.ts';

/**
 * Follows a kept funding by those who were paid and by the balance of its wallet, whichever tells first: what the chain has is
 * done, whatever they say.
 *
 * @param follow ends with its signal
 * @throws the reason of the signal that was given, and what `follow` throws
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

/** Never ends for a funding of which it is not known what was there before. */
function waitForArrival(client: LatchkeyClient, id: string, signal: AbortSignal): Promise<'completed'> {
  const { session } = contextsOf(client);
  const kept = findKeptFunding(session, id);
  const network = kept && findNetwork(session, kept.caip2);
  return new Promise((resolve) => {
    if (!kept || !network || kept.arrivedAt === null || signal.aborted) return;
    const stop = watchBalance(client, { ...kept, network }, ({ balance }) => {
      // Another one that arrived at the same wallet has raised it.
      const { arrivedAt = null } = findKeptFunding(session, id) ?? {};
      if (arrivedAt !== null && balance >= BigInt(arrivedAt)) resolve('completed');
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
