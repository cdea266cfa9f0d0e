import type { MfaMethod } from '@latchkey/wire';
import { and, asc, eq, gt, inArray, lt, lte } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { isNotKept, type KeyHolder } from './grantStore.ts';
import { backupCodes, dayTries, enrollments, factors, knownKeys, removals } from './table.ts';

export type FactorRow = typeof factors.$inferSelect;
type NewFactor = typeof factors.$inferInsert;
export type EnrollmentRow = typeof enrollments.$inferSelect;

const isOf = ({ appId, userId }: UserKey) => and(eq(factors.appId, appId), eq(factors.userId, userId));

/** Lists the factors of a user, oldest first. */
export async function listFactors(db: Db, user: UserKey): Promise<FactorRow[]> {
  return db.select().from(factors).where(isOf(user)).orderBy(asc(factors.createdAtMs), asc(factors.factorId));
}

/** Lists the methods of a user's factors, oldest first. */
export async function listMethods(db: Db, user: UserKey): Promise<MfaMethod[]> {
  return [...new Set((await listFactors(db, user)).map(({ method }) => method))];
}

export async function findFactor(db: Db, user: UserKey, method: MfaMethod): Promise<FactorRow | null> {
  const rows = await db
    .select()
    .from(factors)
    .where(and(isOf(user), eq(factors.method, method)))
    .limit(1);
  return rows[0] ?? null;
}

export async function addFactor(tx: Db, row: NewFactor): Promise<void> {
  await tx.insert(factors).values(row);
}

export async function removeFactors(tx: Db, user: UserKey, factorIds: readonly string[]): Promise<number> {
  if (factorIds.length === 0) return 0;
  const removed = await tx
    .delete(factors)
    .where(and(isOf(user), inArray(factors.factorId, [...factorIds])))
    .returning({ factorId: factors.factorId });
  return removed.length;
}

/** Records the use of a factor. Returns false if it was removed. */
export async function touchFactor(
  tx: Db,
  { appId, userId, factorId }: UserKey & { factorId: string },
  nowMs: number,
): Promise<boolean> {
  const used = await tx
    .update(factors)
    .set({ lastUsedAtMs: nowMs })
    .where(and(isOf({ appId, userId }), eq(factors.factorId, factorId)))
    .returning({ factorId: factors.factorId });
  return used.length > 0;
}

/**
 * Uses up a time step. An attacker could otherwise replay a code. One statement compares and writes the step, so only
 * one of two requests with the same code succeeds. Returns false for a removed factor, and for a step that is not
 * later than the last used one (RFC 6238 §5.2).
 */
export async function useStep(
  tx: Db,
  { appId, userId, factorId }: UserKey & { factorId: string },
  { step, nowMs }: { step: number; nowMs: number },
): Promise<boolean> {
  const used = await tx
    .update(factors)
    .set({ lastStep: step, lastUsedAtMs: nowMs })
    .where(and(isOf({ appId, userId }), eq(factors.factorId, factorId), lt(factors.lastStep, step)))
    .returning({ factorId: factors.factorId });
  return used.length > 0;
}

export async function replaceBackupCodes(
  tx: Db,
  { appId, userId }: UserKey,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await tx.delete(backupCodes).where(and(eq(backupCodes.appId, appId), eq(backupCodes.userId, userId)));
  await tx.insert(backupCodes).values(hashes.map((codeHash) => ({ appId, userId, codeHash })));
}

export async function useBackupCode(
  tx: Db,
  { appId, userId }: UserKey,
  codeHash: Uint8Array,
): Promise<boolean> {
  const used = await tx
    .delete(backupCodes)
    .where(
      and(eq(backupCodes.appId, appId), eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash)),
    )
    .returning({ userId: backupCodes.userId });
  return used.length > 0;
}

export async function countBackupCodes(db: Db, { appId, userId }: UserKey): Promise<number> {
  return db.$count(backupCodes, and(eq(backupCodes.appId, appId), eq(backupCodes.userId, userId)));
}

/** Deletes a user's daily tries, backup codes, pending removal and known keys. */
export async function deleteFactorRecords(tx: Db, { appId, userId }: UserKey): Promise<void> {
  await tx.delete(dayTries).where(and(eq(dayTries.appId, appId), eq(dayTries.userId, userId)));
  await tx.delete(backupCodes).where(and(eq(backupCodes.appId, appId), eq(backupCodes.userId, userId)));
  await tx.delete(removals).where(and(eq(removals.appId, appId), eq(removals.userId, userId)));
  await tx.delete(knownKeys).where(and(eq(knownKeys.appId, appId), eq(knownKeys.userId, userId)));
}

type EnrollmentKey = Pick<EnrollmentRow, 'appId' | 'sessionId' | 'thumbprint' | 'method'>;

const isEnrollment = ({ appId, sessionId, thumbprint, method }: EnrollmentKey) =>
  and(
    eq(enrollments.appId, appId),
    eq(enrollments.sessionId, sessionId),
    eq(enrollments.thumbprint, thumbprint),
    eq(enrollments.method, method),
  );

/** Starts an enrolment, and replaces an earlier one of the same key and method. */
export async function putEnrollment(tx: Db, row: typeof enrollments.$inferInsert): Promise<void> {
  const { appId, sessionId, thumbprint, method, ...rest } = row;
  const key = [enrollments.appId, enrollments.sessionId, enrollments.thumbprint, enrollments.method];
  const set = { secret: null, phoneNumber: null, ...rest };
  await tx.insert(enrollments).values(row).onConflictDoUpdate({ target: key, set });
}

export async function findEnrollment(
  db: Db,
  key: EnrollmentKey,
  nowMs: number,
): Promise<EnrollmentRow | null> {
  const rows = await db
    .select()
    .from(enrollments)
    .where(and(isEnrollment(key), gt(enrollments.expiresAtMs, nowMs)));
  return rows[0] ?? null;
}

/** Deletes an enrolment. Returns false if another request completed, deleted or restarted it. */
export async function takeEnrollment(tx: Db, row: EnrollmentRow): Promise<boolean> {
  const taken = await tx
    .delete(enrollments)
    .where(and(isEnrollment(row), eq(enrollments.factorId, row.factorId)))
    .returning({ factorId: enrollments.factorId });
  return taken.length > 0;
}

export async function deleteEnrollmentsOf(tx: Db, { appId, userId }: UserKey, kept?: KeyHolder) {
  await tx
    .delete(enrollments)
    .where(and(eq(enrollments.appId, appId), eq(enrollments.userId, userId), isNotKept(enrollments, kept)));
}

export async function deleteExpiredEnrollments(db: Db, nowMs: number): Promise<void> {
  await db.delete(enrollments).where(lte(enrollments.expiresAtMs, nowMs));
}
