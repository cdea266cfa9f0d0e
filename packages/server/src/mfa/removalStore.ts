import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { removals } from './table.ts';

export type FactorRemovalRow = typeof removals.$inferSelect;

const isOf = ({ appId, userId }: UserKey) => and(eq(removals.appId, appId), eq(removals.userId, userId));

/** Adds a removal. Returns false if one is already pending; its due time stays. */
export async function addFactorRemoval(tx: Db, row: FactorRemovalRow): Promise<boolean> {
  const added = await tx
    .insert(removals)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: removals.userId });
  return added.length > 0;
}

export async function findFactorRemoval(db: Db, user: UserKey): Promise<FactorRemovalRow | null> {
  const rows = await db.select().from(removals).where(isOf(user));
  return rows[0] ?? null;
}

/** Deletes a removal. Returns false if there is none, such as one that the job has just performed. */
export async function takeFactorRemoval(tx: Db, user: UserKey): Promise<boolean> {
  const taken = await tx.delete(removals).where(isOf(user)).returning({ userId: removals.userId });
  return taken.length > 0;
}

export async function takeDueFactorRemoval(tx: Db, user: UserKey, nowMs: number): Promise<boolean> {
  const taken = await tx
    .delete(removals)
    .where(and(isOf(user), lte(removals.dueAtMs, nowMs)))
    .returning({ userId: removals.userId });
  return taken.length > 0;
}

export async function listAppsWithRemovals(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ appId: removals.appId }).from(removals).orderBy(asc(removals.appId));
  return rows.map(({ appId }) => appId);
}

export async function listFactorRemovals(db: Db, appId: string): Promise<FactorRemovalRow[]> {
  return db.select().from(removals).where(eq(removals.appId, appId)).orderBy(asc(removals.userId));
}

export async function listUntold(db: Db, toldBeforeMs: number, limit: number): Promise<FactorRemovalRow[]> {
  return db
    .select()
    .from(removals)
    .where(lte(removals.toldAtMs, toldBeforeMs))
    .orderBy(asc(removals.toldAtMs), asc(removals.appId), asc(removals.userId))
    .limit(limit);
}

export async function listDueFactorRemovals(
  db: Db,
  nowMs: number,
  limit: number,
): Promise<FactorRemovalRow[]> {
  return db
    .select()
    .from(removals)
    .where(lte(removals.dueAtMs, nowMs))
    .orderBy(asc(removals.dueAtMs), asc(removals.appId), asc(removals.userId))
    .limit(limit);
}

/**
 * Records that a notice of a removal was queued. Returns false if another process did so first, or if the removal is
 * gone.
 */
export async function setTold(tx: Db, row: FactorRemovalRow, nowMs: number): Promise<boolean> {
  const told = await tx
    .update(removals)
    .set({ toldAtMs: nowMs })
    .where(and(isOf(row), eq(removals.toldAtMs, row.toldAtMs)))
    .returning({ userId: removals.userId });
  return told.length > 0;
}
