import type { FactorPurpose } from '@latchkey/wire';
import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { type enrollments, grants, knownKeys } from './table.ts';

type GrantRow = typeof grants.$inferInsert;

/**
 * Session and proof key that have a grant. A page has no key: without `thumbprint`, the grants of every key of the
 * session match.
 */
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

export async function putGrant(tx: Db, row: GrantRow): Promise<void> {
  const times = { madeAtMs: row.madeAtMs, expiresAtMs: row.expiresAtMs };
  const { appId, sessionId, thumbprint, kind, purpose } = grants;
  await tx
    .insert(grants)
    .values(row)
    .onConflictDoUpdate({ target: [appId, sessionId, thumbprint, kind, purpose], set: times });
}

/**
 * Returns when the wallet's unlock ends, Unix ms, or null if the wallet is locked.
 *
 * @param mostMs longest unlock that the app permits now, which also shortens earlier grants
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

/**
 * Deletes the holder's fresh grants for a purpose, so only one of two simultaneous acts gets them. Returns one of
 * them, or null if there was none.
 */
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

export type KeyHolder = Required<Pick<GrantHolder, 'sessionId'>> & Pick<GrantHolder, 'thumbprint'>;

/** Matches the rows of every session and key except `kept`. */
export const isNotKept = (table: typeof grants | typeof enrollments, kept: KeyHolder | undefined) =>
  kept && or(ne(table.sessionId, kept.sessionId), ne(table.thumbprint, kept.thumbprint ?? ''));

export async function deleteGrantsOf(tx: Db, { appId, userId }: UserKey, kept?: KeyHolder): Promise<void> {
  await tx
    .delete(grants)
    .where(and(eq(grants.appId, appId), eq(grants.userId, userId), isNotKept(grants, kept)));
}

export async function deleteExpiredGrants(db: Db, nowMs: number): Promise<void> {
  await db.delete(grants).where(lte(grants.expiresAtMs, nowMs));
}

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
