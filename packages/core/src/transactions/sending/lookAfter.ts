import { isCode, type ServiceError } from '@latchkey/wire';
import type { PageContext } from '../../contexts.ts';
import { type Read, type ReadResult, readAtOnce, toNumber } from '../../nodes/index.ts';
import type { Network } from '../chains.ts';
import type { Hex, TransactionReceipt } from '../transaction.ts';
import { broadcast } from './broadcast.ts';
import { changeKept, findKeptTransaction, type KeptTransaction } from './keptTransactions.ts';
import { toReceipt } from './toReceipt.ts';

/** Ethereum is final after some 13 minutes; until then a block can be taken back, and what was in it is watched. */
const takenBackWithinMs = 15 * 60_000;
/** Nodes of one address are not at the same block: what one misses, another may know a moment later. */
const missingForMs = 30_000;

/** What a look at the chain found. */
export interface Look {
  readonly receipts: ReadonlyMap<Hex, TransactionReceipt>;
  /** Whose nonce was used by something else, or by one of the others. */
  readonly replaced: ReadonlySet<Hex>;
  /** What the node had lost and would not have back. */
  readonly refused: ReadonlyMap<Hex, ServiceError>;
}

/**
 * Looks what became of kept transactions of one wallet on one chain, all in one round, and notes it: what is mined stays
 * watched until its block is final, what fell out of the node's memory or of the chain is sent again, and what can no
 * longer be mined is forgotten.
 *
 * @throws ServiceError where the node does not answer
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
  /** Of which the node did not say whether they are in a block. */
  readonly unanswered: ReadonlySet<Hex>;
  readonly known: ReadonlySet<Hex>;
  /** How many of the wallet's are in blocks. */
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
  // Asked last: a count that is younger than the receipts would make one look replaced that was just mined.
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
    // What was not answered for is not missing.
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
  // Of those with one nonce a node keeps the dearest: only that is sent again.
  const isReplaced = kept.some(({ replaces }) => replaces?.hash === one.hash);
  if (!known.has(one.hash)) return isReplaced ? 'same' : 'lost';
  // Known and in no block: a block that had it was taken back, or it waits.
  const isNoted = one.status === 'pending' && one.mined === null && one.missingSinceMs === null;
  return isNoted ? 'same' : { status: 'pending', mined: null, missingSinceMs: null };
}

/** @returns why the node refused it; null where it has it, or did not answer: then it stays kept for the next look */
async function sendAgain(
  page: PageContext,
  network: Network,
  one: KeptTransaction,
): Promise<ServiceError | null> {
  const isTakenBack = one.status === 'mined';
  if (isTakenBack) await changeKept(page, new Map([[one.hash, { status: 'unseen', mined: null }]]));
  try {
    await broadcast(page, network, { ...one, status: 'unseen' }, 1);
    return null;
  } catch (error) {
    if (!isCode(error, 'transaction_failure')) throw error;
    return findKeptTransaction(page, one.hash) ? null : error;
  }
}
