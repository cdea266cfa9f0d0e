import { and, asc, eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { recoverySets } from './table.ts';

export type RecoveryRow = typeof recoverySets.$inferSelect;

const isSet = (appId: string, recoveryId: string) =>
  and(eq(recoverySets.appId, appId), eq(recoverySets.recoveryId, recoveryId));

/** Writes a set. If its id exists already, renews the time of that set and returns false. */
export async function addSet(db: Db, row: RecoveryRow): Promise<boolean> {
  const added = await db
    .insert(recoverySets)
    .values(row)
    .onConflictDoNothing()
    .returning({ recoveryId: recoverySets.recoveryId });
  if (added.length > 0) return true;
  // A writer relies on the row again, so the sweeper must count its day from now.
  await db.update(recoverySets).set({ putAtMs: row.putAtMs }).where(isSet(row.appId, row.recoveryId));
  return false;
}

export async function findSet(db: Db, appId: string, recoveryId: string): Promise<RecoveryRow | null> {
  const rows = await db.select().from(recoverySets).where(isSet(appId, recoveryId));
  return rows[0] ?? null;
}

export async function confirmSet(db: Db, appId: string, recoveryId: string): Promise<void> {
  await db.update(recoverySets).set({ confirmed: true }).where(isSet(appId, recoveryId));
}

export async function listUnconfirmedSets(db: Db, putBeforeMs: number, limit: number) {
  return db
    .select({ appId: recoverySets.appId, recoveryId: recoverySets.recoveryId })
    .from(recoverySets)
    .where(and(eq(recoverySets.confirmed, false), lt(recoverySets.putAtMs, putBeforeMs)))
    .orderBy(asc(recoverySets.putAtMs))
    .limit(limit);
}

/** Deletes a set that is still unconfirmed and was last written before a time (Unix ms). */
export async function deleteSet(
  db: Db,
  appId: string,
  recoveryId: string,
  putBeforeMs: number,
): Promise<void> {
  await db
    .delete(recoverySets)
    .where(
      and(isSet(appId, recoveryId), eq(recoverySets.confirmed, false), lt(recoverySets.putAtMs, putBeforeMs)),
    );
}

export async function deleteReplacedSet(db: Db, appId: string, recoveryId: string): Promise<void> {
  await db.delete(recoverySets).where(isSet(appId, recoveryId));
}

export async function deleteSetsOfUser(db: Db, { appId, userId }: UserKey): Promise<void> {
  await db.delete(recoverySets).where(and(eq(recoverySets.appId, appId), eq(recoverySets.userId, userId)));
}

export async function hasSets(db: Db): Promise<boolean> {
  return (await db.select({ appId: recoverySets.appId }).from(recoverySets).limit(1)).length > 0;
}
