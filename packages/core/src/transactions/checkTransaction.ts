import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';

/**
 * Checks the user, the wallet, the transaction's fields and its chain, as `sendTransaction` does first. Does not call
 * the chain's node.
 */
export async function checkTransaction(client: LatchkeyClient, input: TransactionInput): Promise<void> {
  await toTransactionQuestion(contextsOf(client).session, input);
}
