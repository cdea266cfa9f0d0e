import { sql } from 'drizzle-orm';
import type { Db } from './index.ts';

/**
 * Counts rows against a limit, one transaction at a time. A client could otherwise exceed the limit with simultaneous
 * requests. The lock ends with the transaction.
 *
 * @param tx the transaction that adds a row after the count, not the database itself, where the lock would end before
 *   the count
 * @param what names the counted rows, without spaces; every caller that adds such rows must pass the same names
 * @param count a query with one row
 * @example
 * const held = await countAlone(tx, ['imported', appId, userId], () =>
 * tx.select({ count: count() }).from(entropies).where(isImported));
 * if (held >= limits.importedWallets) fail('invalid_data');
 */
export async function countAlone(
  tx: Db,
  what: readonly string[],
  count: () => PromiseLike<readonly { count: number }[]>,
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${what.join(' ')}, 0))`);
  const [row] = await count();
  return row?.count ?? 0;
}
