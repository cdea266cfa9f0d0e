import { fail, isCode, limits } from '@latchkey/wire';
import type { Clock } from '../../../environment.ts';
import { type NodeError, readValue, type SolanaNode, toRecord } from '../../../nodes/index.ts';

/** How sure the network must be of a transaction. */
export type SolanaCommitment = 'processed' | 'confirmed' | 'finalized';

/** How a node is told to treat a transaction, and what is waited for; all as the Wallet Standard has it. */
export interface SolanaSendOptions {
  /** Waits until the network is so sure of the transaction. @default not at all: it is done once the node has taken it */
  readonly commitment?: SolanaCommitment;
  readonly skipPreflight?: boolean;
  readonly preflightCommitment?: SolanaCommitment;
  readonly maxRetries?: number;
  readonly minContextSlot?: number;
}

/** A signed transaction on its way. */
export interface SignedSolanaTransaction {
  /** In base 64. */
  readonly bytes: string;
  /** The fee payer's signature, in base 58. */
  readonly id: string;
  /** By which the network knows how long it is good. */
  readonly blockhash: string;
}

const commitments = ['processed', 'confirmed', 'finalized'] as const;
/** How often a node is asked what became of a transaction. A slot is 400 ms. */
const lookEveryMs = 1_000;
/** How many looks find nothing until it is sent once more. */
const looksPerSending = 2;
/** How long a transaction is followed whose end no node tells: several times the life of a block hash. */
const followMs = 5 * 60_000;
/** What nodes say when they cannot take it just now: behind the others, at an earlier slot, an error of their own. */
const passing = new Set([-32005, -32016, -32603]);

/**
 * Brings a signed transaction to the network, and waits for it where that is asked for. It is signed once: what is sent again is
 * the same transaction, which the network takes once at most.
 *
 * @throws ServiceError `transaction_failure` where the node refused it, it failed, or it can no longer arrive, which
 * `details.error` calls `expired`;
 * `network_error` and `client_request_timeout` where it may still arrive. Each has the id in `details.signature`
 */
export async function deliver(
  clock: Clock,
  node: SolanaNode,
  sent: SignedSolanaTransaction,
  { commitment, ...options }: SolanaSendOptions = {},
): Promise<void> {
  const isTaken = await trySending(clock, node, sent, options);
  if (commitment) await follow(clock, node, sent, commitment);
  else if (!isTaken) failUnknown('network_error', sent);
}

/** Sends it until a node has taken it. @returns false where none answered */
async function trySending(
  clock: Clock,
  node: SolanaNode,
  sent: SignedSolanaTransaction,
  options: object,
): Promise<boolean> {
  for (let tries = 0; tries <= limits.callRetries; tries += 1) {
    if (tries > 0) await wait(clock, limits.callRetryDelayMs);
    const error = await send(node, sent, options);
    if (error === null) return true;
    if (error !== 'unanswered' && !passing.has(error.code)) {
      // After a try whose answer was lost, a node may refuse what is in a block by now.
      const status = tries > 0 ? await findStatus(node, sent, true) : null;
      if (status !== null && status !== 'silent') return true;
      const { code, err, logs, message } = error;
      if (err === 'BlockhashNotFound') failExpired(sent);
      fail('transaction_failure', {
        message: `The node refused the transaction: ${message}`,
        details: { signature: sent.id, code, error: err, logs },
      });
    }
  }
  return false;
}

async function send(
  node: SolanaNode,
  { bytes }: SignedSolanaTransaction,
  options: object,
): Promise<NodeError | 'unanswered' | null> {
  const reply = await unlessSilent(node('sendTransaction', [bytes, { ...options, encoding: 'base64' }]));
  if (reply === null) return 'unanswered';
  // The answer to an earlier try was lost, but the transaction was not.
  return 'result' in reply || reply.error.err === 'AlreadyProcessed' ? null : reply.error;
}

/** Looks for it, and sends it again where the network lost it, until it has ended or can no longer arrive. */
async function follow(
  clock: Clock,
  node: SolanaNode,
  sent: SignedSolanaTransaction,
  commitment: SolanaCommitment,
): Promise<void> {
  const untilMs = clock.monotonicNow() + followMs;
  const hasExpired = createExpiry(node, sent.blockhash);
  for (let looks = 1; clock.monotonicNow() < untilMs; looks += 1) {
    // Before the look, so that what came into the last block of its time is seen.
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
    } else if (looks % looksPerSending === 0) {
      // The node looked at it before, or was told not to.
      await send(node, sent, { skipPreflight: true, maxRetries: 0 });
    }
    await wait(clock, lookEveryMs);
  }
  failUnknown('client_request_timeout', sent);
}

/**
 * Tells whether a transaction can no longer arrive. At the commitment that nothing takes back, half a minute behind the newest
 * block. Threat: one of several nodes behind an address is behind the others; taken for lost too early, a transaction would
 * be made anew, and both would arrive.
 */
function createExpiry(node: SolanaNode, blockhash: string): () => Promise<boolean> {
  const at = { commitment: 'finalized' };
  let wasValid = false;
  return async () => {
    const reply = await unlessSilent(node('isBlockhashValid', [blockhash, at]));
    const isValid = reply && readValue(reply);
    if (isValid === true) wasValid = true;
    // A hash that was never seen to be good may be newer than the node's last block, or a nonce, which does not end.
    return isValid === false && wasValid;
  };
}

interface Status {
  readonly commitment: SolanaCommitment;
  readonly err: unknown;
}

/** @returns null where the network knows nothing of it, `silent` where no node answers */
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

/** Says that a transaction's block hash is over: the network takes it no more. */
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

/** What a node's silence is called: it is out of reach, slow, or has had enough of this page for now. */
const silences = ['network_error', 'client_request_timeout', 'too_many_requests'] as const;

/** Null in place of an answer that did not come. */
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
