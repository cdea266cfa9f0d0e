import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { prepareUnseen } from './prepare/prepareUnseen.ts';
import type { RetryInput } from './prepareTransaction.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';
import { pollForReceipt } from './sending/pollForReceipt.ts';
import { submit } from './sending/submit.ts';
import type { Hex, SentTransaction, TransactionQuestion } from './transaction.ts';

/** Asks the user to confirm a transaction, and sends it. */
export type ConfirmAndSend = (question: TransactionQuestion) => Promise<SentTransaction>;

export interface SendInput extends TransactionInput, RetryInput {
  /** Replaces sending without a screen, for a host that asks the user first. */
  readonly send?: ConfirmAndSend | undefined;
  /** @default `config.embeddedWallets.waitForTransactionConfirmation` (TX-20) */
  readonly waitForConfirmation?: boolean | undefined;
}

/**
 * Signs a transaction and sends it through the chain's node (its URL in `config.rpcConfig`, or else the chain's own).
 * Without `send` it shows no review, and rejects a transaction that the wallet cannot pay or that has an excessive fee.
 *
 * @param input.send replaces signing and sending, for a host that asks the user first; called after the user, the
 *   wallet and the transaction are checked
 * @param input.waitForConfirmation true to wait for the receipt. @default as configured, else true
 * @param input.retryOf hash of a failed attempt; an attempt that succeeded or may still be mined is continued instead
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_not_found`,
 *   `invalid_data`, `unsupported_chain_id`, `insufficient_balance`, `transaction_failure` (with `details.hash` once it
 *   was signed), `network_error`, `client_request_timeout` (also if there is no receipt within 10 minutes), and other
 *   errors of the node and of the wallet frame
 * @example
 * const { hash, receipt } = await sendTransaction(client, { transaction: { to, value: 10n ** 15n } });
 */
export async function sendTransaction(client: LatchkeyClient, input: SendInput): Promise<SentTransaction> {
  const { frame, session } = contextsOf(client);
  const question = await toTransactionQuestion(session, input);
  if (input.send) return input.send(question);
  const prepared = await prepareUnseen(session, question.transaction, input.retryOf);
  const hash = await submit(frame, { prepared });
  const chainId = prepared.chain.id;
  const receipt = question.waitForConfirmation ? await pollForReceipt(session, { hash, chainId }) : null;
  return { hash: (receipt?.transactionHash ?? hash) as Hex, receipt };
}
