import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';

/** Checks a transaction as sending it would, and nothing else. */
export async function checkTransaction(client: LatchkeyClient, input: TransactionInput): Promise<void> {
  await toTransactionQuestion(contextsOf(client).session, input);
}
