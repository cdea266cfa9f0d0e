import { type FundingEntryStatus, fundingProviders } from '@latchkey/wire';
import { and, count, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { type FundingRow, fundings } from './table.ts';

export type FundingKey = Pick<FundingRow, 'appId' | 'fundingId'>;

const isNamed = ({ appId, fundingId }: FundingKey) =>
  and(eq(fundings.appId, appId), eq(fundings.fundingId, fundingId));
const isOf = ({ appId, userId }: UserKey) => and(eq(fundings.appId, appId), eq(fundings.userId, userId));

/**
 * Inserts a purchase.
 *
 * @throws TypeError if the provider has no on-ramp record; the table itself accepts any well-formed name, so a new
 *   on-ramp needs no migration
 */
export async function addFunding(tx: Db, row: FundingRow): Promise<void> {
  if (!fundingProviders.includes(row.provider)) throw new TypeError(`${row.provider} is no provider`);
  await tx.insert(fundings).values(row);
}

export async function findFunding(db: Db, key: FundingKey): Promise<FundingRow | null> {
  const [row] = await db.select().from(fundings).where(isNamed(key));
  return row ?? null;
}

/** Lists a user's purchases since a time, newest first. */
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

/** Counts the purchases that a user started since a time, as one row. */
export function countFundings(db: Db, user: UserKey, sinceMs: number): PromiseLike<{ count: number }[]> {
  return db
    .select({ count: count() })
    .from(fundings)
    .where(and(isOf(user), gt(fundings.createdAtMs, sinceMs)));
}

export type Found = Pick<FundingRow, 'providerId' | 'received' | 'transactionHash'>;

/**
 * Sets the status of a purchase if its current status is in `from`.
 *
 * @param change.isAnother true if the provider's payment id must differ from the stored one
 * @returns true if the status changed; of several simultaneous calls with the same change, at most one succeeds
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
      // A user could create a large order, leave it unpaid and pay a small one. The amount of an earlier event is not
      // kept.
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
 * Stores the transaction of a completed purchase if none is stored, unless the stored payment id differs: a user can
 * pay again under the same reference on the provider's page.
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

/**
 * Deletes purchases that are still `created` and have not changed since `unpaidMs`, and all purchases that have not
 * changed since `allMs`.
 */
export async function deleteFundings(
  db: Db,
  { allMs, unpaidMs }: { readonly allMs: number; readonly unpaidMs: number },
): Promise<void> {
  const isUnpaid = and(eq(fundings.status, 'created'), lte(fundings.updatedAtMs, unpaidMs));
  await db.delete(fundings).where(or(isUnpaid, lte(fundings.updatedAtMs, allMs)));
}
