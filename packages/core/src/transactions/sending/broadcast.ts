import { fail, isCode, type ServiceError } from '@latchkey/wire';
import type { PageContext } from '../../contexts.ts';
import type { Clock, Environment } from '../../environment.ts';
import { callNode } from '../../nodes/index.ts';
import type { Network } from '../chains.ts';
import { changeKept, type KeptTransaction } from './keptTransactions.ts';

/** Pauses in ms before the second and the third attempt. */
const pausesMs = [1_000, 3_000];

/** Answers of a node that has the transaction already. Matched by text, because nodes have no common code for it. */
const knownAlready = /already known|already imported|already exists|known transaction|in mempool/i;
/** Temporary errors. They say nothing about the transaction, so it is sent again. */
const passing = /rate limit|too many requests|limit exceeded|timed? ?out|temporar|overloaded|try again/i;
const passingCodes = [-32005, 429];
/** Errors of a node whose chain has a transaction with this nonce. It may be this transaction. */
const nonceUsed = /nonce( is)? too low|old ?nonce|nonce has already been used/i;

/**
 * Sends a stored transaction to its chain's node. Succeeds if the node has it already. If the node refuses it, removes
 * it, which frees its nonce. Keeps it after a missing answer or a temporary error, and if the node reports a used nonce
 * when an earlier attempt may have arrived.
 *
 * @param options `mostTries`: number of attempts, at most 3; `mayHaveArrived`: true if it may have been sent before
 * @throws ServiceError `transaction_failure` with the message of the node or of the network error, and with
 *   `details.hash`
 */
export async function broadcast(
  page: PageContext,
  { url }: Network,
  kept: KeptTransaction,
  { mostTries = pausesMs.length + 1, mayHaveArrived = false } = {},
): Promise<void> {
  const { hash } = kept;
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendOnce(page, url, kept, mayHaveArrived || tries > 1);
    if (outcome === 'sent') {
      if (kept.status === 'unseen') await changeKept(page, new Map([[hash, { status: 'pending' }]]));
      return;
    }
    const { refusal } = outcome;
    if (!outcome.isPassing) {
      await changeKept(page, new Map([[hash, null]]));
      failed(kept, `The node refused the transaction: ${refusal.slice(0, 120)}`);
    }
    const pauseMs = pausesMs[tries - 1];
    if (pauseMs === undefined || tries >= mostTries)
      failed(kept, `The node did not take the transaction: ${refusal.slice(0, 100)}`, outcome.cause);
    await pause(page.environment.clock, pauseMs);
  }
}

type Outcome =
  | 'sent'
  | { readonly isPassing: boolean; readonly refusal: string; readonly cause?: ServiceError };

async function sendOnce(
  page: PageContext,
  url: string,
  { hash, signed }: KeptTransaction,
  mayHaveArrived: boolean,
): Promise<Outcome> {
  try {
    const reply = await callNode(page.environment, url, {
      method: 'eth_sendRawTransaction',
      params: [signed],
    });
    if (!reply.error) return 'sent';
    const { code, message } = reply.error;
    if (knownAlready.test(message) || (await isKnown(page.environment, url, hash))) return 'sent';
    // A node that is behind may not know yet that this transaction itself used the nonce. If another one used it,
    // `lookAfter` removes this one later.
    const isUnsure = mayHaveArrived && nonceUsed.test(message);
    const isPassing = isUnsure || passingCodes.includes(code) || passing.test(message);
    return { isPassing, refusal: message };
  } catch (cause) {
    if (!isCode(cause)) throw cause;
    // The answer was lost, but the transaction may have arrived.
    const hasArrived = await isKnown(page.environment, url, hash).catch(() => false);
    return hasArrived ? 'sent' : { isPassing: true, refusal: cause.message, cause };
  }
}

/**
 * Returns true if the node has the transaction. When a transaction that is already in a block is sent again, a node may
 * report only that its nonce is too low.
 */
async function isKnown(environment: Environment, url: string, hash: string): Promise<boolean> {
  const reply = await callNode(environment, url, { method: 'eth_getTransactionByHash', params: [hash] });
  return !reply.error && typeof reply.result === 'object' && reply.result !== null;
}

function failed({ hash, transaction }: KeptTransaction, message: string, cause?: ServiceError): never {
  return fail('transaction_failure', { message, details: { hash, chainId: transaction.chainId }, cause });
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimeout(resolve, ms);
  });
}
