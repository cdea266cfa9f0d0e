import { fail } from '@latchkey/wire';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { chainsOf, getAccess, getWallet } from '../wallets/index.ts';
import { getNetwork } from './chains.ts';
import { type PrepareInput, prepare } from './prepare/prepare.ts';
import { toCheckedTransaction } from './request/toCheckedTransaction.ts';
import { lookAndList } from './sending/pending.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import { type SignTransaction, signTransaction } from './sending/signTransaction.ts';
import { getPrepared, type SubmitInput, submit } from './sending/submit.ts';
import { type ReceiptInput, waitForReceipt } from './sending/waitForReceipt.ts';
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
export type AskAndSend = (question: TransactionQuestion) => Promise<SentTransaction>;
/** Signs what a person agreed to, after asking them. */
export type AskAndSignTransaction = (question: TransactionQuestion) => Promise<Hex>;

export interface SendInput extends TransactionInput, RetryInput {
  /** Replaces sending without a screen, for a host that asks the person first. */
  readonly send?: AskAndSend | undefined;
  /** @default `config.embeddedWallets.waitForTransactionConfirmation` (TX-20) */
  readonly waitForConfirmation?: boolean | undefined;
}

export async function prepareForReview(
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

export async function sendNow(client: LatchkeyClient, input: SendInput): Promise<SentTransaction> {
  const internals = internalsOf(client);
  const question = await toQuestion(internals, input);
  if (input.send) return input.send(question);
  const prepared = await prepare(internals, toPrepareInput(question.transaction, input, false));
  assertFitUnseen(prepared);
  const hash = await submit(internals, { prepared });
  const chainId = prepared.chain.id;
  const receipt = question.waitForConfirmation ? await waitForReceipt(internals, { hash, chainId }) : null;
  return { hash: (receipt?.transactionHash ?? hash) as Hex, receipt };
}

export async function signNow(
  client: LatchkeyClient,
  input: TransactionInput & { readonly sign?: AskAndSignTransaction | undefined },
): Promise<Hex> {
  const internals = internalsOf(client);
  const question = await toQuestion(internals, input);
  if (input.sign) return input.sign(question);
  const prepared = await prepare(internals, toPrepareInput(question.transaction, {}, false));
  assertFitUnseen(prepared);
  return signPrepared(client, { prepared });
}

export async function signPrepared(
  client: LatchkeyClient,
  { prepared, sign }: { readonly prepared: PreparedTransaction; readonly sign?: SignTransaction | undefined },
): Promise<Hex> {
  return (await signTransaction(internalsOf(client), getPrepared(prepared), sign)).signed;
}

export async function submitPrepared(client: LatchkeyClient, input: SubmitInput): Promise<Hex> {
  return submit(internalsOf(client), input);
}

export async function waitUntilMined(
  client: LatchkeyClient,
  input: ReceiptInput,
): Promise<TransactionReceipt> {
  return waitForReceipt(internalsOf(client), input);
}

export async function listUnderWay(
  client: LatchkeyClient,
  { address }: { readonly address?: string | undefined } = {},
): Promise<readonly PendingTransaction[]> {
  return lookAndList(internalsOf(client), address);
}

export async function sendForMore(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(internalsOf(client), 'speed-up', input);
}

export async function sendNothingInstead(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
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
