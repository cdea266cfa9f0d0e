import { fail, isCode, limits } from '@latchkey/wire';
import type { Clock } from '../../../environment.ts';
import { type NodeError, readValue, type SolanaNode, toRecord } from '../../../nodes/index.ts';

/** Commitment level: how final the network considers a transaction. */
export type SolanaCommitment = 'processed' | 'confirmed' | 'finalized';

/** Options for sending, and the commitment to wait for, as defined by the Wallet Standard. */
export interface SolanaSendOptions {
  /** Commitment to wait for. @default none: the call ends when a node accepted the transaction */
  readonly commitment?: SolanaCommitment;
  readonly skipPreflight?: boolean;
  readonly preflightCommitment?: SolanaCommitment;
  readonly maxRetries?: number;
  readonly minContextSlot?: number;
}

export interface SignedSolanaTransaction {
  /** In base64. */
  readonly bytes: string;
  /** Signature of the fee payer, in base58. */
  readonly id: string;
  /** Block hash that limits how long the network accepts the transaction. */
  readonly blockhash: string;
}

const commitments = ['processed', 'confirmed', 'finalized'] as const;
/** Interval between status requests, in ms. A slot is 400 ms. */
const lookEveryMs = 1_000;
/** Status requests without a result before the transaction is sent again. */
const looksPerSending = 2;
/** Time in ms for which a transaction with an unknown outcome is followed: several times the life of a block hash. */
const followMs = 5 * 60_000;
/**
 * Error codes of a node that cannot accept a transaction for the moment: behind the others, at an earlier slot, or an
 * internal error.
 */
const passing = new Set([-32005, -32016, -32603]);

/**
 * Delivers a signed transaction to the network, and waits for `commitment` if it is given. Only this transaction is
 * sent again, never a new one, and the network accepts it at most once.
 *
 * @throws ServiceError `transaction_failure` if the node refused the first attempt, or if the transaction failed or can
 *   no longer arrive (`details.error` is `expired`); `network_error` and `client_request_timeout` if it may still
 *   arrive. Each has the id in `details.signature`
 */
export async function deliver(
  clock: Clock,
  node: SolanaNode,
  sent: SignedSolanaTransaction,
  { commitment, ...options }: SolanaSendOptions = {},
): Promise<void> {
  const outcome = await trySending(clock, node, sent, options);
  // A refused transaction is not sent again: without the preflight check it could fail on the network and cost a fee.
  if (commitment) await follow(clock, node, sent, commitment, outcome !== 'refused');
  else if (outcome !== 'taken') failUnknown('network_error', sent);
}

/**
 * Sends the transaction until a node accepts it, at most four times.
 *
 * @returns `untaken` if every attempt got no answer or an error of {@link passing}, `refused` if a node refused it
 *   after an attempt that may have arrived, and no node reports it
 * @throws ServiceError `transaction_failure` if a node refuses the first attempt
 */
async function trySending(
  clock: Clock,
  node: SolanaNode,
  sent: SignedSolanaTransaction,
  options: object,
): Promise<'taken' | 'untaken' | 'refused'> {
  for (let tries = 0; tries <= limits.callRetries; tries += 1) {
    if (tries > 0) await wait(clock, limits.callRetryDelayMs);
    const error = await send(node, sent, options);
    if (error === null) return 'taken';
    if (error !== 'unanswered' && !passing.has(error.code)) {
      if (tries > 0) {
        // An earlier attempt may have arrived, and nodes refuse a transaction that is in a block. A node that is
        // behind does not know it yet.
        const status = await findStatus(node, sent, true);
        return status === null || status === 'silent' ? 'refused' : 'taken';
      }
      const { code, err, logs, message } = error;
      if (err === 'BlockhashNotFound') failExpired(sent);
      fail('transaction_failure', {
        message: `The node refused the transaction: ${message}`,
        details: { signature: sent.id, code, error: err, logs },
      });
    }
  }
  return 'untaken';
}

async function send(
  node: SolanaNode,
  { bytes }: SignedSolanaTransaction,
  options: object,
): Promise<NodeError | 'unanswered' | null> {
  const reply = await unlessSilent(node('sendTransaction', [bytes, { ...options, encoding: 'base64' }]));
  if (reply === null) return 'unanswered';
  // `AlreadyProcessed`: the answer to an earlier attempt was lost, but the transaction arrived.
  return 'result' in reply || reply.error.err === 'AlreadyProcessed' ? null : reply.error;
}

/**
 * Polls the status until the transaction reached `commitment`, failed, or can no longer arrive, for {@link followMs} at
 * most. If `isRepeated` is true, sends the transaction again while no node reports it.
 */
async function follow(
  clock: Clock,
  node: SolanaNode,
  sent: SignedSolanaTransaction,
  commitment: SolanaCommitment,
  isRepeated: boolean,
): Promise<void> {
  const untilMs = clock.monotonicNow() + followMs;
  const hasExpired = createExpiry(node, sent.blockhash);
  for (let looks = 1; clock.monotonicNow() < untilMs; looks += 1) {
    // Checked before the status, so a transaction in the last valid block is still found.
    const isOver = await hasExpired();
    const status = await findStatus(node, sent, isOver);
    if (status !== null && status !== 'silent') {
      if (status.err !== null) {
        fail('transaction_failure', {
          message: 'The transaction failed on the network',
          details: { signature: sent.id, error: status.err },
        });
      }
      if (commitments.indexOf(status.commitment) >= commitments.indexOf(commitment)) return;
    } else if (status === null && isOver) {
      failExpired(sent);
    } else if (isRepeated && looks % looksPerSending === 0) {
      // The first send requested the preflight check, unless its options skipped it.
      await send(node, sent, { skipPreflight: true, maxRetries: 0 });
    }
    await wait(clock, lookEveryMs);
  }
  failUnknown('client_request_timeout', sent);
}

/**
 * Returns a function that returns true once a transaction can no longer arrive. If it returned true too early, the user
 * could send another transaction, and both could arrive. It therefore asks about the last finalized block, which is
 * behind the newest one.
 */
function createExpiry(node: SolanaNode, blockhash: string): () => Promise<boolean> {
  const at = { commitment: 'finalized' };
  let wasValid = false;
  return async () => {
    const reply = await unlessSilent(node('isBlockhashValid', [blockhash, at]));
    const isValid = reply && readValue(reply);
    if (isValid === true) wasValid = true;
    // A hash that was never valid may be newer than the node's last finalized block, or be a durable nonce, which
    // does not expire.
    return isValid === false && wasValid;
  };
}

interface Status {
  readonly commitment: SolanaCommitment;
  readonly err: unknown;
}

/** @returns null if the node does not know the transaction, `silent` without a valid answer */
async function findStatus(
  node: SolanaNode,
  { id }: SignedSolanaTransaction,
  isOver: boolean,
): Promise<Status | 'silent' | null> {
  const options = { searchTransactionHistory: isOver };
  const reply = await unlessSilent(node('getSignatureStatuses', [[id], options]));
  if (reply === null || 'error' in reply) return 'silent';
  const statuses = readValue(reply);
  if (!Array.isArray(statuses)) return 'silent';
  if (statuses[0] === null || statuses[0] === undefined) return null;
  const { confirmationStatus, err = null } = toRecord(statuses[0]);
  return { commitment: commitments.find((one) => one === confirmationStatus) ?? 'processed', err };
}

function failExpired({ id }: SignedSolanaTransaction): never {
  return fail('transaction_failure', {
    message: 'The network did not take the transaction in its time. It cannot arrive any more.',
    details: { signature: id, error: 'expired' },
  });
}

function failUnknown(
  code: 'network_error' | 'client_request_timeout',
  { id }: SignedSolanaTransaction,
): never {
  return fail(code, {
    message:
      'The network has not confirmed the transaction. It may still arrive: look for it before you send another.',
    details: { signature: id },
  });
}

/** Errors that mean no answer: the node is unreachable, slow, or limits this page's requests. */
const silences = ['network_error', 'client_request_timeout', 'too_many_requests'] as const;

async function unlessSilent<Reply>(asked: Promise<Reply>): Promise<Reply | null> {
  try {
    return await asked;
  } catch (error) {
    if (silences.some((code) => isCode(error, code))) return null;
    throw error;
  }
}

const wait = (clock: Clock, ms: number) =>
  new Promise<void>((resolve) => {
    clock.setTimeout(resolve, ms);
  });
