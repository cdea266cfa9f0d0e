import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { lookAndList } from './sending/pending.ts';
import type { PendingTransaction } from './transaction.ts';

/**
 * Lists the transactions of the user's wallets in this browser that are pending, or in a block that can still be
 * removed from the chain. Sends transactions again that a node lost.
 *
 * @param input.address only this wallet. @default all of the user's
 * @example
 * const pending = await listPendingTransactions(client);
 */
export async function listPendingTransactions(
  client: LatchkeyClient,
  { address }: { readonly address?: string | undefined } = {},
): Promise<readonly PendingTransaction[]> {
  return lookAndList(contextsOf(client).session, address);
}
