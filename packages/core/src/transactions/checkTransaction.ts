import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';

/** Checks the user, the wallet and the transaction as `sendTransaction` does, without sending it. */
export async function checkTransaction(client: LatchkeyClient, input: TransactionInput): Promise<void> {
  await toTransactionQuestion(contextsOf(client).session, input);
}
