import type { FundingEntryStatus } from '@latchkey/wire';
import { and, count, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { type FundingRow, fundings } from './table.ts';

/** What names a purchase. */
export type FundingKey = Pick<FundingRow, 'appId' | 'fundingId'>;

const isNamed = ({ appId, fundingId }: FundingKey) =>
  and(eq(fundings.appId, appId), eq(fundings.fundingId, fundingId));
const isOf = ({ appId, userId }: UserKey) => and(eq(fundings.appId, appId), eq(fundings.userId, userId));

export async function addFunding(tx: Db, row: FundingRow): Promise<void> {
  await tx.insert(fundings).values(row);
}

export async function findFunding(db: Db, key: FundingKey): Promise<FundingRow | null> {
  const [row] = await db.select().from(fundings).where(isNamed(key));
  return row ?? null;
}

/** A user's purchases since a time, the newest first. */
export function listFundings(
  db: Db,
  user: UserKey,
  { limit, sinceMs }: { readonly limit: number; readonly sinceMs: number },
): Promise<FundingRow[]> {
  return db
    .select()
    .from(fundings)
    .where(and(isOf(user), gt(fundings.createdAtMs, sinceMs)))
    .orderBy(desc(fundings.createdAtMs), desc(fundings.fundingId))
    .limit(limit);
}

/** How many purchases a user has begun since a time, as one row. */
export function countFundings(db: Db, user: UserKey, sinceMs: number): PromiseLike<{ count: number }[]> {
  return db
    .select({ count: count() })
    .from(fundings)
    .where(and(isOf(user), gt(fundings.createdAtMs, sinceMs)));
}

/** What a provider has told of a purchase. */
export type Found = Pick<FundingRow, 'providerId' | 'received' | 'transactionHash'>;

/**
 * Gives a purchase a new status, where it has one of those that the new one follows.
 *
 * @param change.isAnother whether only another payment than the known one does
 * @returns whether it had; of any number of calls at once one does
 */
export async function setStatus(
  tx: Db,
  key: FundingKey,
  change: Found & {
    readonly from: readonly FundingEntryStatus[];
    readonly isAnother?: true;
    readonly status: FundingEntryStatus;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { from, isAnother, nowMs, providerId, received, status, transactionHash } = change;
  const changed = await tx
    .update(fundings)
    .set({
      status,
      updatedAtMs: nowMs,
      providerId: sql`coalesce(${providerId}::text, ${fundings.providerId})`,
      // Threat: the large amount of an order that was never paid stays, and counts for the small one that was.
      received,
      transactionHash: sql`coalesce(${transactionHash}::text, ${fundings.transactionHash})`,
    })
    .where(
      and(
        isNamed(key),
        inArray(fundings.status, [...from]),
        isAnother && ne(fundings.providerId, providerId ?? sql`${fundings.providerId}`),
      ),
    )
    .returning({ fundingId: fundings.fundingId });
  return changed.length > 0;
}

/**
 * Writes down the transaction of a completed purchase, where none is known of it yet and the provider means the same one: a
 * reference may be used again at its page. Nothing else changes after the end.
 */
export async function fillHash(
  tx: Db,
  key: FundingKey,
  { providerId, transactionHash }: Pick<Found, 'providerId' | 'transactionHash'>,
): Promise<void> {
  const isSame = or(isNull(fundings.providerId), eq(fundings.providerId, providerId ?? ''));
  await tx
    .update(fundings)
    .set({ transactionHash })
    .where(and(isNamed(key), eq(fundings.status, 'completed'), isNull(fundings.transactionHash), isSame));
}

/** Forgets purchases that were never paid since a time, and any that nothing happened to since an earlier one. */
export async function deleteFundings(
  db: Db,
  { allMs, unpaidMs }: { readonly allMs: number; readonly unpaidMs: number },
): Promise<void> {
  const isUnpaid = and(eq(fundings.status, 'created'), lte(fundings.updatedAtMs, unpaidMs));
  await db.delete(fundings).where(or(isUnpaid, lte(fundings.updatedAtMs, allMs)));
}
