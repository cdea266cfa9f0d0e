import type { PageContext } from '../../contexts.ts';
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

const keyOf = (page: PageContext) => transactionsKey(page.options.appId);

/** What was read or written last: a page that sends a hundred in a row would else read all of them several times for each. */
const latest = new WeakMap<
  PageContext,
  { readonly text: string; readonly list: readonly KeptTransaction[] }
>();

/** Lists what is kept, oldest first; what cannot be read is nothing. */
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

/** Other versions of this client, and other code of the page, write there as well. */
function isKept(value: unknown): value is KeptTransaction {
  const { hash, signed, address, chainId, transaction } = (value ?? {}) as Partial<KeptTransaction>;
  const areTexts = [hash, signed, address].every((text) => typeof text === 'string');
  return areTexts && typeof chainId === 'number' && typeof transaction?.nonce === 'number';
}

export function findKeptTransaction(page: PageContext, hash: Hex): KeptTransaction | null {
  return listKeptTransactions(page).find((one) => one.hash === hash) ?? null;
}

/** Those of one wallet on one chain, whose nonces count together. */
export function listOfWallet(
  page: PageContext,
  { address, chainId }: Pick<PendingTransaction, 'address' | 'chainId'>,
): readonly KeptTransaction[] {
  return listKeptTransactions(page).filter((one) => one.chainId === chainId && one.address === address);
}

/** Keeps another one. The caller has the lock. */
export function keep(page: PageContext, kept: KeptTransaction): void {
  write(page, [...listKeptTransactions(page), kept]);
}

/** Changes what is kept of some, or forgets them where the change is null. */
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
