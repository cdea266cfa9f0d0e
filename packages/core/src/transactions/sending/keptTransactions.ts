import type { Internals } from '../../internals.ts';
import { transactionsKey } from '../../storage/index.ts';
import type { Hex, PendingTransaction } from '../transaction.ts';
import { withTransactionLock } from './transactionLock.ts';

/** A signed transaction as the page's storage keeps it: what a killed page leaves behind is sent by the next one. */
export interface KeptTransaction extends PendingTransaction {
  /** As it is broadcast. It is as public as it will be, and moves nothing but what was agreed to. */
  readonly signed: Hex;
  /** Since when it is in a block, and in which. */
  readonly mined: { readonly blockHash: string; readonly sinceMs: number } | null;
  /** Since when its nonce is used by nothing that we know of. */
  readonly missingSinceMs: number | null;
}

const keyOf = ({ options }: Internals) => transactionsKey(options.appId);

/** What was read or written last: a page that sends a hundred in a row would else read all of them several times for each. */
const latest = new WeakMap<Internals, { readonly text: string; readonly list: readonly KeptTransaction[] }>();

/** Lists what is kept, oldest first; what cannot be read is nothing. */
export function listKeptTransactions(internals: Internals): readonly KeptTransaction[] {
  const text = internals.storage.find(keyOf(internals)) ?? '[]';
  const known = latest.get(internals);
  if (known?.text === text) return known.list;
  const list = readAll(text);
  latest.set(internals, { text, list });
  return list;
}

function readAll(text: string): readonly KeptTransaction[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Other versions of this client, and other code of the page, write there as well. */
function isKept(value: unknown): value is KeptTransaction {
  const { hash, signed, address, chainId, transaction } = (value ?? {}) as Partial<KeptTransaction>;
  const areTexts = [hash, signed, address].every((text) => typeof text === 'string');
  return areTexts && typeof chainId === 'number' && typeof transaction?.nonce === 'number';
}

export function findKeptTransaction(internals: Internals, hash: Hex): KeptTransaction | null {
  return listKeptTransactions(internals).find((one) => one.hash === hash) ?? null;
}

/** Those of one wallet on one chain, whose nonces count together. */
export function listOfWallet(
  internals: Internals,
  { address, chainId }: Pick<PendingTransaction, 'address' | 'chainId'>,
): readonly KeptTransaction[] {
  return listKeptTransactions(internals).filter((one) => one.chainId === chainId && one.address === address);
}

/** Keeps another one. The caller has the lock. */
export function keep(internals: Internals, kept: KeptTransaction): void {
  write(internals, [...listKeptTransactions(internals), kept]);
}

/** Changes what is kept of some, or forgets them where the change is null. */
export function changeKept(
  internals: Internals,
  changes: ReadonlyMap<Hex, Partial<KeptTransaction> | null>,
): Promise<void> {
  return withTransactionLock(internals, async () => {
    const changed = listKeptTransactions(internals).flatMap((one) => {
      const change = changes.get(one.hash);
      return change === null ? [] : [{ ...one, ...change }];
    });
    write(internals, changed);
  });
}

function write(internals: Internals, list: readonly KeptTransaction[]): void {
  const text = JSON.stringify(list);
  latest.set(internals, { text, list });
  internals.storage.set(keyOf(internals), list.length === 0 ? null : text);
}
