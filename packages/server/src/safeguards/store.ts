import { limits } from '@latchkey/wire';
import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { removedAddresses } from './table.ts';

export type AddressRemovalRow = typeof removedAddresses.$inferSelect;

const livesSince = (nowMs: number) => nowMs - limits.removedAddressMs;

const isOf = ({ appId, userId }: UserKey) =>
  and(eq(removedAddresses.appId, appId), eq(removedAddresses.userId, userId));
const isOne = (appId: string, removalId: string) =>
  and(eq(removedAddresses.appId, appId), eq(removedAddresses.removalId, removalId));
const isLiving = (nowMs: number) =>
  and(gt(removedAddresses.removedAtMs, livesSince(nowMs)), isNull(removedAddresses.undoneAtMs));

export async function addAddressRemoval(tx: Db, row: typeof removedAddresses.$inferInsert): Promise<void> {
  await tx.insert(removedAddresses).values(row);
}

/** Lists the addresses that were removed from a user in the last seven days and not restored, newest first. */
export async function listAddressRemovals(
  db: Db,
  user: UserKey,
  nowMs: number,
): Promise<AddressRemovalRow[]> {
  return db
    .select()
    .from(removedAddresses)
    .where(and(isOf(user), isLiving(nowMs)))
    .orderBy(desc(removedAddresses.removedAtMs), asc(removedAddresses.removalId));
}

/** Finds a removal of the last seven days that was not undone. */
export async function findAddressRemoval(
  db: Db,
  appId: string,
  removalId: string,
  nowMs: number,
): Promise<AddressRemovalRow | null> {
  const rows = await db
    .select()
    .from(removedAddresses)
    .where(and(isOne(appId, removalId), isLiving(nowMs)));
  return rows[0] ?? null;
}

/** Marks a removal as undone. Only one of two simultaneous calls succeeds. */
export async function claimAddressRemoval(
  tx: Db,
  appId: string,
  removalId: string,
  nowMs: number,
): Promise<AddressRemovalRow | null> {
  const rows = await tx
    .update(removedAddresses)
    .set({ undoneAtMs: nowMs })
    .where(and(isOne(appId, removalId), isLiving(nowMs), eq(removedAddresses.canUndo, true)))
    .returning();
  return rows[0] ?? null;
}

export async function sweepRemovals(db: Db, nowMs: number): Promise<void> {
  await db.delete(removedAddresses).where(lte(removedAddresses.removedAtMs, livesSince(nowMs)));
}
