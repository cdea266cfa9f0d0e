import type { PageContext } from '../../contexts.ts';
import { transactionsKey } from '../../storage/index.ts';
import type { Hex, PendingTransaction } from '../transaction.ts';
import { withTransactionLock } from './transactionLock.ts';

/** Signed transaction in the page's storage. If the page is closed before it sends it, the user's next page does. */
export interface KeptTransaction extends PendingTransaction {
  /** Serialised as it is broadcast. */
  readonly signed: Hex;
  /** Block that contains it, and the time when it was first seen there, Unix ms. */
  readonly mined: { readonly blockHash: string; readonly sinceMs: number } | null;
  /** Time since which the node does not know the transaction although its nonce is used, Unix ms; null otherwise. */
  readonly missingSinceMs: number | null;
}

const keyOf = (page: PageContext) => transactionsKey(page.options.appId);

/**
 * Last list read or written. Without it, a page that sends many transactions in a row would parse the whole list
 * several times for each.
 */
const latest = new WeakMap<
  PageContext,
  { readonly text: string; readonly list: readonly KeptTransaction[] }
>();

/** Lists the stored transactions, oldest first. Ignores invalid entries. */
export function listKeptTransactions(page: PageContext): readonly KeptTransaction[] {
  const text = page.storage.find(keyOf(page)) ?? '[]';
  const known = latest.get(page);
  if (known?.text === text) return known.list;
  const list = readAll(text);
  latest.set(page, { text, list });
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

/**
 * Returns true if an entry has the main fields of a stored transaction. Other versions of this client, and other
 * scripts of the page, may write anything to the storage.
 */
function isKept(value: unknown): value is KeptTransaction {
  const { hash, signed, address, chainId, transaction } = (value ?? {}) as Partial<KeptTransaction>;
  const areTexts = [hash, signed, address].every((text) => typeof text === 'string');
  return areTexts && typeof chainId === 'number' && typeof transaction?.nonce === 'number';
}

export function findKeptTransaction(page: PageContext, hash: Hex): KeptTransaction | null {
  return listKeptTransactions(page).find((one) => one.hash === hash) ?? null;
}

/** Lists the transactions of one wallet on one chain, which share one sequence of nonces. */
export function listOfWallet(
  page: PageContext,
  { address, chainId }: Pick<PendingTransaction, 'address' | 'chainId'>,
): readonly KeptTransaction[] {
  return listKeptTransactions(page).filter((one) => one.chainId === chainId && one.address === address);
}

/** Adds a transaction to the stored ones. The caller must hold the lock. */
export function keep(page: PageContext, kept: KeptTransaction): void {
  write(page, [...listKeptTransactions(page), kept]);
}

/** Takes the lock, and updates stored transactions. Removes those whose change is null. */
export function changeKept(
  page: PageContext,
  changes: ReadonlyMap<Hex, Partial<KeptTransaction> | null>,
): Promise<void> {
  return withTransactionLock(page, async () => {
    const changed = listKeptTransactions(page).flatMap((one) => {
      const change = changes.get(one.hash);
      return change === null ? [] : [{ ...one, ...change }];
    });
    write(page, changed);
  });
}

function write(page: PageContext, list: readonly KeptTransaction[]): void {
  const text = JSON.stringify(list);
  latest.set(page, { text, list });
  page.storage.set(keyOf(page), list.length === 0 ? null : text);
}
