import type { FactorPurpose } from '@latchkey/wire';
import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { type enrollments, grants, knownKeys } from './table.ts';

type GrantRow = typeof grants.$inferInsert;

/** Whose grant it is: of a page, which has no key, any key's of the session. */
export interface GrantHolder {
  appId: string;
  sessionId: string;
  thumbprint?: string | undefined;
}

const isOf = ({ appId, sessionId, thumbprint }: GrantHolder) =>
  and(
    eq(grants.appId, appId),
    eq(grants.sessionId, sessionId),
    ...(thumbprint === undefined ? [] : [eq(grants.thumbprint, thumbprint)]),
  );

/** Adds a grant, or puts it in the place of an earlier one. */
export async function putGrant(tx: Db, row: GrantRow): Promise<void> {
  const times = { madeAtMs: row.madeAtMs, expiresAtMs: row.expiresAtMs };
  const { appId, sessionId, thumbprint, kind, purpose } = grants;
  await tx
    .insert(grants)
    .values(row)
    .onConflictDoUpdate({ target: [appId, sessionId, thumbprint, kind, purpose], set: times });
}

/**
 * When the wallet is no longer open, Unix ms; null where it is not.
 *
 * @param mostMs how long a verification opens it now; one that was given longer before ends with it
 */
export async function findUnlockEnd(
  db: Db,
  holder: GrantHolder,
  { nowMs, mostMs }: { nowMs: number; mostMs: number },
): Promise<number | null> {
  const rows = await db
    .select({ endMs: grants.expiresAtMs, madeAtMs: grants.madeAtMs })
    .from(grants)
    .where(and(isOf(holder), eq(grants.kind, 'unlock'), gt(grants.expiresAtMs, nowMs)));
  const ends = rows.map(({ endMs, madeAtMs }) => Math.min(endMs, madeAtMs + mostMs));
  const endMs = Math.max(0, ...ends);
  return endMs > nowMs ? endMs : null;
}

const isFreshFor = (holder: GrantHolder, purpose: FactorPurpose, nowMs: number) =>
  and(isOf(holder), eq(grants.kind, 'fresh'), eq(grants.purpose, purpose), gt(grants.expiresAtMs, nowMs));

/** Tells whether a fresh grant for a purpose is there. */
export async function hasFresh(
  db: Db,
  holder: GrantHolder,
  purpose: FactorPurpose,
  nowMs: number,
): Promise<boolean> {
  const rows = await db
    .select({ kind: grants.kind })
    .from(grants)
    .where(isFreshFor(holder, purpose, nowMs));
  return rows.length > 0;
}

/** Takes a fresh grant out, so that of two acts at once one has it; gives its key and when it was made. */
export async function takeFresh(
  tx: Db,
  holder: GrantHolder,
  purpose: FactorPurpose,
  nowMs: number,
): Promise<{ thumbprint: string; userId: string; madeAtMs: number } | null> {
  const rows = await tx
    .delete(grants)
    .where(isFreshFor(holder, purpose, nowMs))
    .returning({ thumbprint: grants.thumbprint, userId: grants.userId, madeAtMs: grants.madeAtMs });
  return rows[0] ?? null;
}

export async function deleteGrants(db: Db, holder: GrantHolder): Promise<void> {
  await db.delete(grants).where(isOf(holder));
}

/** A session and the key that it calls with. */
export type KeyHolder = Required<Pick<GrantHolder, 'sessionId'>> & Pick<GrantHolder, 'thumbprint'>;

/** The rows of every session and key but one. */
export const isNotKept = (table: typeof grants | typeof enrollments, kept: KeyHolder | undefined) =>
  kept && or(ne(table.sessionId, kept.sessionId), ne(table.thumbprint, kept.thumbprint ?? ''));

/** Deletes what a user has verified, in every session but for one session and key. */
export async function deleteGrantsOf(tx: Db, { appId, userId }: UserKey, kept?: KeyHolder): Promise<void> {
  await tx
    .delete(grants)
    .where(and(eq(grants.appId, appId), eq(grants.userId, userId), isNotKept(grants, kept)));
}

export async function deleteExpiredGrants(db: Db, nowMs: number): Promise<void> {
  await db.delete(grants).where(lte(grants.expiresAtMs, nowMs));
}

/** Notes that a user has verified by a proof key. */
export async function addKnownKey(tx: Db, row: typeof knownKeys.$inferInsert): Promise<void> {
  const { appId, userId, thumbprint } = knownKeys;
  await tx
    .insert(knownKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [appId, userId, thumbprint],
      set: { verifiedAtMs: sql`excluded.verified_at_ms` },
    });
}

/** Deletes keys by which no one has verified since a time, Unix ms. */
export async function deleteOldKeys(db: Db, beforeMs: number): Promise<void> {
  await db.delete(knownKeys).where(lte(knownKeys.verifiedAtMs, beforeMs));
}

export async function isKnownKey(
  db: Db,
  { appId, userId }: UserKey,
  thumbprint: string | undefined,
): Promise<boolean> {
  if (thumbprint === undefined) return false;
  const rows = await db
    .select({ thumbprint: knownKeys.thumbprint })
    .from(knownKeys)
    .where(
      and(eq(knownKeys.appId, appId), eq(knownKeys.userId, userId), eq(knownKeys.thumbprint, thumbprint)),
    );
  return rows.length > 0;
}
