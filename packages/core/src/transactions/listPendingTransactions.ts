import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { lookAndList } from './sending/pending.ts';
import type { PendingTransaction } from './transaction.ts';

/**
 * Lists what the user's wallets have under way in this browser: what waits, and what is in a block that may still be taken
 * back. What a node has lost is sent again on the way.
 *
 * @param input.address one wallet alone. @default all of the user's
 * @example
 * const pending = await listPendingTransactions(client);
 */
export async function listPendingTransactions(
  client: LatchkeyClient,
  { address }: { readonly address?: string | undefined } = {},
): Promise<readonly PendingTransaction[]> {
  return lookAndList(contextsOf(client).session, address);
}
