import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { prepareUnseen } from './prepare/prepareUnseen.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';
import { signPreparedTransaction } from './signPreparedTransaction.ts';
import type { Hex, TransactionQuestion } from './transaction.ts';

/** Asks the user to confirm a transaction, and signs it. */
export type ConfirmAndSignTransaction = (question: TransactionQuestion) => Promise<Hex>;

/**
 * Signs a transaction without sending it. Without a nonce in the request, it gets the next one that the node reports.
 * The nonce is not reserved, so the next transaction may get the same one.
 *
 * @param input.sign replaces direct signing, for a host that asks the user first
 * @returns the signed transaction, for `eth_sendRawTransaction`
 * @throws ServiceError as {@link sendTransaction} before it sends
 */
export async function signTransaction(
  client: LatchkeyClient,
  input: TransactionInput & { readonly sign?: ConfirmAndSignTransaction | undefined },
): Promise<Hex> {
  const { session } = contextsOf(client);
  const question = await toTransactionQuestion(session, input);
  if (input.sign) return input.sign(question);
  const prepared = await prepareUnseen(session, question.transaction, undefined);
  return signPreparedTransaction(client, { prepared });
}
