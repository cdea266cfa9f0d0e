import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { prepareUnseen } from './prepare/prepareUnseen.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';
import { signPreparedTransaction } from './signPreparedTransaction.ts';
import type { Hex, TransactionQuestion } from './transaction.ts';

/** Signs what a person agreed to, after asking them. */
export type ConfirmAndSignTransaction = (question: TransactionQuestion) => Promise<Hex>;

/**
 * Signs a transaction without sending it: its nonce is the wallet's next one, which the next transaction takes as well.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first
 * @returns the signed transaction, as `eth_sendRawTransaction` takes it
 * @throws ServiceError as {@link sendTransaction}
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
