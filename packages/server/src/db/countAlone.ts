import { sql } from 'drizzle-orm';
import type { Db } from './index.ts';

/**
 * Counts rows against a limit. Until the transaction ends, no other party counts the same: of any number of calls at once, each
 * sees what those before it have added. Threat: a limit that is passed by asking for everything at the same time.
 *
 * @param tx the transaction that adds a row after it has counted; on a database itself the lock ends with the count
 * @param what names what is counted, the same for every caller who adds to it; no part has a space
 * @param count a query with one row
 * @example
 * const held = await countAlone(tx, ['imported', appId, userId], () =>
 *   tx.select({ count: count() }).from(entropies).where(isImported));
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
