import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import { custodyNotices } from '../table.ts';

export type NoticeRow = typeof custodyNotices.$inferSelect;
type NoticeKey = Pick<NoticeRow, 'appId' | 'sessionId' | 'kind' | 'subject'>;

/** Owes a notice, unless the session has had one of this kind about this subject. */
export async function addNotice(tx: Db, row: typeof custodyNotices.$inferInsert): Promise<void> {
  await tx.insert(custodyNotices).values(row).onConflictDoNothing();
}

const isNotice = (key: NoticeKey) =>
  and(
    eq(custodyNotices.appId, key.appId),
    eq(custodyNotices.sessionId, key.sessionId),
    eq(custodyNotices.kind, key.kind),
    eq(custodyNotices.subject, key.subject),
  );

/** Takes a due notice for one try: no other process has it until `retryAtMs`. Null when it is not due. */
export async function claimNotice(db: Db, key: NoticeKey, times: { nowMs: number; retryAtMs: number }) {
  const rows = await db
    .update(custodyNotices)
    .set({ dueAtMs: times.retryAtMs, tries: sql`${custodyNotices.tries} + 1` })
    .where(and(isNotice(key), lte(custodyNotices.dueAtMs, times.nowMs)))
    .returning();
  return rows[0] ?? null;
}

/** Marks a notice as sent or given up. */
export async function closeNotice(db: Db, key: NoticeKey): Promise<void> {
  await db.update(custodyNotices).set({ dueAtMs: null }).where(isNotice(key));
}

export async function listDueNotices(db: Db, nowMs: number, limit: number): Promise<NoticeRow[]> {
  return db.select().from(custodyNotices).where(lte(custodyNotices.dueAtMs, nowMs)).limit(limit);
}

/** Deletes closed notices of sessions that are long over. */
export async function deleteClosedNotices(db: Db, createdBeforeMs: number): Promise<void> {
  await db
    .delete(custodyNotices)
    .where(and(isNull(custodyNotices.dueAtMs), lt(custodyNotices.createdAtMs, createdBeforeMs)));
}
