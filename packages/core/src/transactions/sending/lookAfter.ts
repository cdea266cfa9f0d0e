import { isCode, type ServiceError } from '@latchkey/wire';
import type { PageContext } from '../../contexts.ts';
import { type Read, type ReadResult, readAtOnce, toNumber } from '../../nodes/index.ts';
import type { Network } from '../chains.ts';
import type { Hex, TransactionReceipt } from '../transaction.ts';
import { broadcast } from './broadcast.ts';
import { changeKept, findKeptTransaction, type KeptTransaction } from './keptTransactions.ts';
import { toReceipt } from './toReceipt.ts';

/**
 * Time in ms after which a poll removes a mined transaction from the storage. A block of Ethereum is final after about
 * 13 minutes. Until then the chain can remove it.
 */
const takenBackWithinMs = 15 * 60_000;
/**
 * Time in ms for which a transaction must be missing before it counts as replaced. Several nodes behind one address can
 * be at different blocks, so the next answer may contain it.
 */
const missingForMs = 30_000;

/** Result of one poll of the chain. */
export interface Look {
  readonly receipts: ReadonlyMap<Hex, TransactionReceipt>;
  /** Transactions whose nonce was used by another one. They are no longer stored. */
  readonly replaced: ReadonlySet<Hex>;
  /** Transactions that the node lost and then refused. They are no longer stored. */
  readonly refused: ReadonlyMap<Hex, ServiceError>;
}

/**
 * Polls a chain once for stored transactions of one wallet, and updates them. Sends a transaction again if the node
 * lost it, also after the chain removed its block. Removes a transaction whose nonce another one used, and a
 * transaction that has been in the same block for {@link takenBackWithinMs}.
 *
 * @throws ServiceError if the node does not answer
 */
export async function lookAfter(
  page: PageContext,
  network: Network,
  kept: readonly KeptTransaction[],
): Promise<Look> {
  const [first] = kept;
  if (!first) return { receipts: new Map(), replaced: new Set(), refused: new Map() };
  const seen = await readKept(page, network, first.address, kept);
  const nowMs = page.environment.clock.now();
  const changes = new Map<Hex, Partial<KeptTransaction> | null>();
  const lost: KeptTransaction[] = [];
  for (const one of kept) {
    const verdict = judge(one, kept, seen, nowMs);
    if (verdict === 'lost') lost.push(one);
    else if (verdict !== 'same') changes.set(one.hash, verdict);
  }
  if (changes.size > 0) await changeKept(page, changes);
  const refused = new Map<Hex, ServiceError>();
  await Promise.all(
    lost.map(async (one) => {
      const refusal = await sendAgain(page, network, one);
      if (refusal) refused.set(one.hash, refusal);
    }),
  );
  const replaced = kept.filter(({ hash }) => changes.get(hash) === null && !seen.receipts.has(hash));
  return { receipts: seen.receipts, replaced: new Set(replaced.map(({ hash }) => hash)), refused };
}

interface Seen {
  readonly receipts: ReadonlyMap<Hex, TransactionReceipt>;
  /** Transactions whose receipt request the node did not answer. */
  readonly unanswered: ReadonlySet<Hex>;
  readonly known: ReadonlySet<Hex>;
  /** Number of the wallet's transactions in blocks. */
  readonly count: number;
}

async function readKept(
  page: PageContext,
  { url }: Network,
  address: string,
  kept: readonly KeptTransaction[],
): Promise<Seen> {
  const reads: Record<string, Read<unknown>> = {};
  for (const { hash } of kept) {
    reads[`receipt ${hash}`] = { method: 'eth_getTransactionReceipt', params: [hash], read: toReceipt };
    reads[`known ${hash}`] = {
      method: 'eth_getTransactionByHash',
      params: [hash],
      read: (found) => found !== null,
    };
  }
  // If a block is mined between these requests, only the count may include it. So `judge` waits before a transaction
  // counts as replaced.
  const count: Read<number> = {
    method: 'eth_getTransactionCount',
    params: [address, 'latest'],
    read: toNumber,
  };
  const answers = await readAtOnce(page, url, { ...reads, count });
  const receipts = new Map<Hex, TransactionReceipt>();
  const unanswered = new Set<Hex>();
  const known = new Set<Hex>();
  const named = answers as Record<string, ReadResult<unknown> | undefined>;
  for (const { hash } of kept) {
    const receipt = named[`receipt ${hash}`];
    if (receipt?.value) receipts.set(hash, receipt.value as TransactionReceipt);
    if (receipt?.failure) unanswered.add(hash);
    // Without an answer, a transaction does not count as missing.
    if (named[`known ${hash}`]?.value !== false) known.add(hash);
  }
  return { receipts, unanswered, known, count: answers.count.value ?? 0 };
}

function judge(
  one: KeptTransaction,
  kept: readonly KeptTransaction[],
  { receipts, unanswered, known, count }: Seen,
  nowMs: number,
): Partial<KeptTransaction> | null | 'same' | 'lost' {
  const receipt = receipts.get(one.hash);
  if (receipt) {
    const isNew = one.mined?.blockHash !== receipt.blockHash;
    if (isNew)
      return {
        status: 'mined',
        mined: { blockHash: receipt.blockHash, sinceMs: nowMs },
        missingSinceMs: null,
      };
    return nowMs - (one.mined?.sinceMs ?? nowMs) > takenBackWithinMs ? null : 'same';
  }
  const { nonce } = one.transaction;
  const hasWinner = kept.some(({ hash, transaction }) => transaction.nonce === nonce && receipts.has(hash));
  if (hasWinner) return null;
  if (unanswered.has(one.hash)) return 'same';
  if (count > nonce && !known.has(one.hash)) {
    if (one.missingSinceMs === null) return { missingSinceMs: nowMs };
    return nowMs - one.missingSinceMs > missingForMs ? null : 'same';
  }
  // A replaced transaction is not sent again, because a node keeps only its replacement.
  const isReplaced = kept.some(({ replaces }) => replaces?.hash === one.hash);
  if (!known.has(one.hash)) return isReplaced ? 'same' : 'lost';
  // Known and in no block: it is pending, or its block was removed from the chain.
  const isNoted = one.status === 'pending' && one.mined === null && one.missingSinceMs === null;
  return isNoted ? 'same' : { status: 'pending', mined: null, missingSinceMs: null };
}

/**
 * Sends a lost transaction again.
 *
 * @returns the node's refusal; null if the transaction stays stored
 */
async function sendAgain(
  page: PageContext,
  network: Network,
  one: KeptTransaction,
): Promise<ServiceError | null> {
  const isTakenBack = one.status === 'mined';
  if (isTakenBack) await changeKept(page, new Map([[one.hash, { status: 'unseen', mined: null }]]));
  try {
    await broadcast(page, network, { ...one, status: 'unseen' }, { mostTries: 1, mayHaveArrived: true });
    return null;
  } catch (error) {
    if (!isCode(error, 'transaction_failure')) throw error;
    return findKeptTransaction(page, one.hash) ? null : error;
  }
}
