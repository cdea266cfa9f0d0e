import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { lookAndList } from './sending/pending.ts';
import type { PendingTransaction } from './transaction.ts';

/**
 * Lists the transactions of the user's wallets in this browser that are pending, or in a recent block that the chain
 * may still remove. If a node lost a transaction, sends it again.
 *
 * @param input.address lists only the transactions of this wallet. @default all wallets of the user
 * @example
 * const pending = await listPendingTransactions(client);
 */
export async function listPendingTransactions(
  client: LatchkeyClient,
  { address }: { readonly address?: string | undefined } = {},
): Promise<readonly PendingTransaction[]> {
  return lookAndList(contextsOf(client).session, address);
}
