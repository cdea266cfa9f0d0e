import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { custodyNotices } from '../table.ts';

export type NoticeRow = typeof custodyNotices.$inferSelect;
type NoticeKey = Pick<NoticeRow, 'appId' | 'sessionId' | 'kind' | 'subject' | 'recipient'>;

/** Queues a notice, unless the session already has one with this kind, subject and recipient. */
export async function addNotice(tx: Db, row: typeof custodyNotices.$inferInsert): Promise<void> {
  await tx.insert(custodyNotices).values(row).onConflictDoNothing();
}

const isNotice = (key: NoticeKey) =>
  and(
    eq(custodyNotices.appId, key.appId),
    eq(custodyNotices.sessionId, key.sessionId),
    eq(custodyNotices.kind, key.kind),
    eq(custodyNotices.subject, key.subject),
    eq(custodyNotices.recipient, key.recipient),
  );

/** Claims a due notice for one try. No other process can claim it until `retryAtMs`. Returns null if it is not due. */
export async function claimNotice(db: Db, key: NoticeKey, times: { nowMs: number; retryAtMs: number }) {
  const rows = await db
    .update(custodyNotices)
    .set({ dueAtMs: times.retryAtMs, tries: sql`${custodyNotices.tries} + 1` })
    .where(and(isNotice(key), lte(custodyNotices.dueAtMs, times.nowMs)))
    .returning();
  return rows[0] ?? null;
}

export async function closeNotice(db: Db, key: NoticeKey): Promise<void> {
  await db.update(custodyNotices).set({ dueAtMs: null }).where(isNotice(key));
}

const inTheirOrder = [
  asc(custodyNotices.createdAtMs),
  asc(custodyNotices.kind),
  asc(custodyNotices.subject),
  asc(custodyNotices.recipient),
];

export async function listDueNotices(db: Db, nowMs: number, limit: number): Promise<NoticeRow[]> {
  return db
    .select()
    .from(custodyNotices)
    .where(lte(custodyNotices.dueAtMs, nowMs))
    .orderBy(asc(custodyNotices.dueAtMs), ...inTheirOrder)
    .limit(limit);
}

export async function listDueOf(db: Db, { appId, userId }: UserKey, nowMs: number): Promise<NoticeRow[]> {
  const isTheirs = and(eq(custodyNotices.appId, appId), eq(custodyNotices.userId, userId));
  return db
    .select()
    .from(custodyNotices)
    .where(and(isTheirs, lte(custodyNotices.dueAtMs, nowMs)))
    .orderBy(...inTheirOrder);
}

/**
 * Redirects the pending notices of an address that is removed to its removal, so they still go to that address. An
 * attacker who took the account over could otherwise replace the address and read the owner's notices.
 */
export async function redirectNotices(
  tx: Db,
  { appId, userId, from, to }: UserKey & { from: string; to: string },
): Promise<void> {
  await tx
    .update(custodyNotices)
    .set({ recipient: to })
    .where(
      and(
        eq(custodyNotices.appId, appId),
        eq(custodyNotices.userId, userId),
        eq(custodyNotices.recipient, from),
        isNotNull(custodyNotices.dueAtMs),
      ),
    );
}

export async function deleteNoticesOf(tx: Db, { appId, userId }: UserKey): Promise<void> {
  await tx
    .delete(custodyNotices)
    .where(and(eq(custodyNotices.appId, appId), eq(custodyNotices.userId, userId)));
}

export async function deleteClosedNotices(db: Db, createdBeforeMs: number): Promise<void> {
  await db
    .delete(custodyNotices)
    .where(and(isNull(custodyNotices.dueAtMs), lt(custodyNotices.createdAtMs, createdBeforeMs)));
}
