import { fail } from '@latchkey/wire';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { chainsOf, getAccess, getWallet } from '../wallets/index.ts';
import { getNetwork } from './chains.ts';
import { type PrepareInput, prepare } from './prepare/prepare.ts';
import { toCheckedTransaction } from './request/toCheckedTransaction.ts';
import { lookAndList } from './sending/pending.ts';
import { pollForReceipt, type ReceiptInput } from './sending/pollForReceipt.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import { type SignTransaction, signEnvelope } from './sending/signEnvelope.ts';
import { getPrepared, type SubmitInput, submit } from './sending/submit.ts';
import type {
  Hex,
  PendingTransaction,
  PreparedTransaction,
  SentTransaction,
  TransactionQuestion,
  TransactionReceipt,
  TransactionRequest,
} from './transaction.ts';

/*
 * What stands behind the operations on transactions.
 */

export interface TransactionInput {
  readonly transaction: TransactionRequest;
  /** @default the user's Ethereum wallet */
  readonly address?: string | undefined;
}

export interface RetryInput {
  /** The hash of an attempt that failed: the nonce is chosen anew, and what may still arrive is not sent twice. */
  readonly retryOf?: Hex | undefined;
}

/** Sends what a person agreed to, after asking them. */
export type ConfirmAndSend = (question: TransactionQuestion) => Promise<SentTransaction>;
/** Signs what a person agreed to, after asking them. */
export type ConfirmAndSignTransaction = (question: TransactionQuestion) => Promise<Hex>;

export interface SendInput extends TransactionInput, RetryInput {
  /** Replaces sending without a screen, for a host that asks the person first. */
  readonly send?: ConfirmAndSend | undefined;
  /** @default `config.embeddedWallets.waitForTransactionConfirmation` (TX-20) */
  readonly waitForConfirmation?: boolean | undefined;
}

/**
 * Checks a transaction and reads everything that a review of it shows, in one round. Fails only for what no one could agree
 * to; what the chain has against it stands in `failure`.
 *
 * @param input.retryOf the hash of an attempt that failed: the nonce is chosen anew
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `unsupported_chain_id`
 * @example
 * const prepared = await prepareTransaction(client, { transaction: { to, value: '0x38d7ea4c68000' } });
 * if (await isApproved(prepared)) await submitTransaction(client, { prepared });
 */
export async function prepareTransaction(
  client: LatchkeyClient,
  input: TransactionInput & RetryInput,
): Promise<PreparedTransaction> {
  const internals = internalsOf(client);
  const { transaction } = await toQuestion(internals, input);
  return prepare(internals, toPrepareInput(transaction, input, true));
}

/** Checks a transaction as sending it would, and nothing else. */
export async function checkTransaction(client: LatchkeyClient, input: TransactionInput): Promise<void> {
  await toQuestion(internalsOf(client), input);
}

/**
 * Signs a transaction and sends it to its chain, by the node of `config.rpcConfig` or `config.chains`. Without `send` it
 * shows nothing: then a wallet that is short, and a fee that no person would pay, are refused.
 *
 * @param input.send replaces this, for a host that asks the person first; user, wallet and transaction were checked before
 * @param input.waitForConfirmation whether to wait for the receipt. @default as configured, else true
 * @param input.retryOf the hash of an attempt that failed: what may still arrive is not sent twice
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `unsupported_chain_id`,
 * `insufficient_balance`, `transaction_failure` (with `details.hash` once it was signed), `network_error`
 * @example
 * const { hash, receipt } = await sendTransaction(client, { transaction: { to, value: 10n ** 15n } });
 */
export async function sendTransaction(client: LatchkeyClient, input: SendInput): Promise<SentTransaction> {
  const internals = internalsOf(client);
  const question = await toQuestion(internals, input);
  if (input.send) return input.send(question);
  const prepared = await prepare(internals, toPrepareInput(question.transaction, input, false));
  assertFitUnseen(prepared);
  const hash = await submit(internals, { prepared });
  const chainId = prepared.chain.id;
  const receipt = question.waitForConfirmation ? await pollForReceipt(internals, { hash, chainId }) : null;
  return { hash: (receipt?.transactionHash ?? hash) as Hex, receipt };
}

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
  const internals = internalsOf(client);
  const question = await toQuestion(internals, input);
  if (input.sign) return input.sign(question);
  const prepared = await prepare(internals, toPrepareInput(question.transaction, {}, false));
  assertFitUnseen(prepared);
  return signPreparedTransaction(client, { prepared });
}

/**
 * Signs a prepared transaction, and does not send it.
 *
 * @returns the signed transaction, as `eth_sendRawTransaction` takes it
 * @throws ServiceError what could not be read of the chain, and what signing throws
 */
export async function signPreparedTransaction(
  client: LatchkeyClient,
  { prepared, sign }: { readonly prepared: PreparedTransaction; readonly sign?: SignTransaction | undefined },
): Promise<Hex> {
  return (await signEnvelope(internalsOf(client), getPrepared(prepared), sign)).signed;
}

/**
 * Signs and sends what {@link prepareTransaction} prepared and a person agreed to. It is kept in this browser until a chain
 * has it, so that a page that is closed in between neither loses nor doubles it.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns its hash
 * @throws ServiceError `transaction_failure` with `details.hash`, what could not be read of the chain, and what signing throws
 */
export async function submitTransaction(client: LatchkeyClient, input: SubmitInput): Promise<Hex> {
  return submit(internalsOf(client), input);
}

/**
 * Waits for the receipt of a transaction, sending it again where the node has lost it.
 *
 * @param input.signal ends the waiting; the transaction goes on
 * @throws ServiceError `transaction_failure` where it was reverted, cancelled or replaced, with `details.hash`;
 * `client_request_timeout` after 10 minutes, `unsupported_chain_id`
 */
export async function waitForReceipt(
  client: LatchkeyClient,
  input: ReceiptInput,
): Promise<TransactionReceipt> {
  return pollForReceipt(internalsOf(client), input);
}

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
  return lookAndList(internalsOf(client), address);
}

/**
 * Signs and sends a transaction that waits anew for a higher fee, under the same nonce: the chain takes one of the two.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns the hash of the new one; a caller who waits for the earlier one gets its receipt
 * @throws ServiceError as {@link cancelTransaction}
 */
export async function speedUpTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(internalsOf(client), 'speed-up', input);
}

/**
 * Signs and sends a transaction that does nothing under the nonce of one that waits, for a higher fee: the chain takes one of
 * the two. Shows nothing: the caller has asked.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns the hash of the new one; a caller who waits for the earlier one hears `transaction_failure`
 * @throws ServiceError `transaction_failure` where it does not wait any more, and what signing throws
 */
export async function cancelTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(internalsOf(client), 'cancel', input);
}

/** Checks who sends what on which chain, before anyone is asked. */
async function toQuestion(internals: Internals, input: SendInput): Promise<TransactionQuestion> {
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const given = { address, chainId: chainsOf(internals).get(address) };
  const transaction = toCheckedTransaction(input.transaction, given);
  const { chain } = getNetwork(internals, transaction.chainId);
  return { transaction, address, chain, waitForConfirmation: toWaiting(internals, input) };
}

function toWaiting({ state }: Internals, { waitForConfirmation }: SendInput): boolean {
  return waitForConfirmation ?? state.get().settings?.embeddedWallets.waitForTransactionConfirmation ?? true;
}

const toPrepareInput = (
  request: PrepareInput['request'],
  { retryOf }: RetryInput,
  isForReview: boolean,
): PrepareInput => ({ request, retryOf: retryOf ?? null, isForReview });

/**
 * Refuses what no one should sign without a look. Threat: a node that lies about fees, and has a wallet that asks no one pay
 * them.
 *
 * @throws ServiceError `insufficient_balance` (TX-11), `transaction_failure`
 */
function assertFitUnseen(prepared: PreparedTransaction): void {
  const { failure, continues } = prepared;
  if (continues) return;
  const isRead = failure === null || failure.code === 'transaction_failure';
  // The type is the wallet's own word for it (EMBW-18).
  if (isRead && prepared.isShort) fail('insufficient_balance', { details: { type: 'insufficient_funds' } });
  getPrepared(prepared);
  if (prepared.warnings.includes('excessive-fee'))
    fail('transaction_failure', { message: 'The fee is so high that a person must approve it' });
}
