import type { CustomMetadata, MfaMethod, RecoveryMethod } from '@latchkey/wire';
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { addressTypes } from '../accountTypes.ts';
import type { AccountKey, KeptAccount, NewAccount } from '../index.ts';
import { userJson } from '../store.ts';
import { type AcceptedTerms, deletedUsers, linkedAccounts, users } from '../table.ts';
import type { StoredUser } from '../wireUser.ts';

export type AccountRow = typeof linkedAccounts.$inferSelect;

const isUser = ({ appId, userId }: UserKey) => and(eq(users.appId, appId), eq(users.userId, userId));

const isOf = ({ appId, userId }: UserKey) =>
  and(eq(linkedAccounts.appId, appId), eq(linkedAccounts.userId, userId));

export async function listOwners(db: Db, appId: string, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  const isOneOf = keys.map((key) =>
    and(eq(linkedAccounts.type, key.type), eq(linkedAccounts.subject, key.subject)),
  );
  return db
    .select()
    .from(linkedAccounts)
    .where(and(eq(linkedAccounts.appId, appId), or(...isOneOf)));
}

export async function setWalletRecovery(
  tx: Db,
  user: UserKey,
  addresses: readonly string[],
  method: RecoveryMethod,
): Promise<void> {
  const { details } = linkedAccounts;
  await tx
    .update(linkedAccounts)
    .set({ details: sql`jsonb_set(${details}, '{recovery_method}', ${JSON.stringify(method)}::jsonb)` })
    .where(
      and(
        isOf(user),
        eq(linkedAccounts.type, 'wallet'),
        inArray(sql`${details} ->> 'address'`, [...addresses]),
      ),
    );
}

/** Adds a user with accounts. Returns false if another user has one of them; the caller must then roll back. */
export async function addUser(
  tx: Db,
  user: UserKey & { customMetadata: CustomMetadata | null; nowMs: number },
  accounts: readonly NewAccount[],
): Promise<boolean> {
  const { appId, userId, customMetadata, nowMs } = user;
  await tx.insert(users).values({ appId, userId, customMetadata, createdAtMs: nowMs });
  const times = { firstVerifiedAtMs: nowMs, latestVerifiedAtMs: nowMs };
  const added = await tx
    .insert(linkedAccounts)
    .values(accounts.map((account) => ({ appId, userId, ...account, ...times })))
    .onConflictDoNothing()
    .returning({ userId: linkedAccounts.userId });
  return added.length === accounts.length;
}

export async function setMetadata(tx: Db, user: UserKey, customMetadata: CustomMetadata): Promise<boolean> {
  const rows = await tx.update(users).set({ customMetadata }).where(isUser(user)).returning();
  return rows.length > 0;
}

/**
 * Records accepted terms. Returns false if there is no such user, or if the recorded terms are the same documents; then
 * the recorded time stays.
 */
export async function setTerms(tx: Db, user: UserKey, terms: AcceptedTerms): Promise<boolean> {
  const same = sql`${users.terms} - 'atMs' = ${JSON.stringify({ termsUrl: terms.termsUrl, privacyUrl: terms.privacyUrl })}::jsonb`;
  const rows = await tx
    .update(users)
    .set({ terms })
    .where(and(isUser(user), sql`(${users.terms} is null or not (${same}))`))
    .returning();
  return rows.length > 0;
}

export async function findTerms(db: Db, user: UserKey): Promise<AcceptedTerms | null> {
  const rows = await db.select({ terms: users.terms }).from(users).where(isUser(user));
  return rows[0]?.terms ?? null;
}

export async function countWithout(db: Db, appId: string, methods: readonly MfaMethod[]): Promise<number> {
  const listed = JSON.stringify(methods);
  const held = sql`select from jsonb_array_elements(${users.mfaMethods}) m where ${listed}::jsonb ? (m ->> 'type')`;
  return db.$count(
    users,
    and(eq(users.appId, appId), sql`${users.mfaMethods} <> '[]'::jsonb`, sql`not exists (${held})`),
  );
}

export async function lockUser(tx: Db, user: UserKey): Promise<{ holdEndsMs: number } | null> {
  const found = await tx
    .select({ holdEndsMs: users.holdEndsMs })
    .from(users)
    .where(isUser(user))
    .for('update');
  return found[0] ?? null;
}

/** Returns the time (Unix ms) of the second factor that a user has had longest, or null if they have none. */
export async function findFactorsSince(tx: Db, user: UserKey): Promise<number | null> {
  const rows = await tx.select({ methods: users.mfaMethods }).from(users).where(isUser(user));
  const times = rows.flatMap(({ methods }) => methods.map((one) => one.verified_at * 1000));
  return times.length > 0 ? Math.min(...times) : null;
}

export async function setFactors(
  tx: Db,
  user: UserKey,
  factors: { methods: StoredUser['mfaMethods']; credentialIds: readonly string[] },
): Promise<void> {
  const { details, subject } = linkedAccounts;
  const ids = JSON.stringify(factors.credentialIds);
  await tx.update(users).set({ mfaMethods: factors.methods }).where(isUser(user));
  await tx
    .update(linkedAccounts)
    .set({
      details: sql`jsonb_set(${details}, '{enrolled_in_mfa}', case when ${ids}::jsonb ? ${subject} then 'true'::jsonb else 'false'::jsonb end)`,
    })
    .where(and(isOf(user), eq(linkedAccounts.type, 'passkey')));
}

/**
 * Returns the accounts of a user, and locks the user until the transaction ends. Returns null if there is no such
 * user.
 */
export async function lockAccounts(tx: Db, user: UserKey): Promise<AccountRow[] | null> {
  if (!(await lockUser(tx, user))) return null;
  return tx.select().from(linkedAccounts).where(isOf(user));
}

/** Restores an account with its time of first verification. Its latest verification is now. */
export async function putBack(
  tx: Db,
  { appId, userId }: UserKey,
  account: KeptAccount,
  nowMs: number,
): Promise<boolean> {
  const { type, subject, details, firstVerifiedAtMs } = account;
  const added = await tx
    .insert(linkedAccounts)
    .values({ appId, userId, type, subject, details, firstVerifiedAtMs, latestVerifiedAtMs: nowMs })
    .onConflictDoNothing()
    .returning({ userId: linkedAccounts.userId });
  return added.length > 0;
}

export async function setHold(tx: Db, { endsAtMs, ...user }: UserKey & { endsAtMs: number }): Promise<void> {
  await tx.update(users).set({ holdEndsMs: endsAtMs }).where(isUser(user));
}

export async function listContacts(db: Db, user: UserKey): Promise<AccountRow[]> {
  return db
    .select()
    .from(linkedAccounts)
    .where(and(isOf(user), inArray(linkedAccounts.type, [...addressTypes])));
}

export async function removeAccount(tx: Db, { appId, type, subject }: AccountRow): Promise<void> {
  await tx
    .delete(linkedAccounts)
    .where(
      and(
        eq(linkedAccounts.appId, appId),
        eq(linkedAccounts.type, type),
        eq(linkedAccounts.subject, subject),
      ),
    );
}

export async function refreshDetails(
  db: Db,
  appId: string,
  { type, subject, details: told }: NewAccount,
): Promise<void> {
  const { details } = linkedAccounts;
  const json = sql`${JSON.stringify(told)}::jsonb`;
  await db
    .update(linkedAccounts)
    .set({ details: sql`${details} || ${json}` })
    .where(
      and(
        eq(linkedAccounts.appId, appId),
        eq(linkedAccounts.type, type),
        eq(linkedAccounts.subject, subject),
        sql`not ${details} @> ${json}`,
      ),
    );
}

/** Moves an account to another user, who has proved it. */
export async function moveAccount(
  tx: Db,
  { appId, type, subject }: AccountRow,
  userId: string,
  nowMs: number,
): Promise<void> {
  await tx
    .update(linkedAccounts)
    .set({ userId, firstVerifiedAtMs: nowMs, latestVerifiedAtMs: nowMs })
    .where(
      and(
        eq(linkedAccounts.appId, appId),
        eq(linkedAccounts.type, type),
        eq(linkedAccounts.subject, subject),
      ),
    );
}

/** Moves a user to the deleted users. Accounts, and remaining sessions, are deleted with the row. */
export async function moveToDeleted(
  tx: Db,
  user: UserKey & { deletedAtMs: number; destroyAtMs: number },
): Promise<void> {
  const { appId, userId, ...times } = user;
  const [row] = await tx
    .select({ record: sql<StoredUser>`${userJson({ appId: sql`${appId}`, userId: sql`${userId}` })}` })
    .from(users)
    .where(isUser(user));
  await tx.insert(deletedUsers).values({ appId, userId, record: row?.record ?? {}, ...times });
  await tx.delete(users).where(isUser(user));
}

const isDeleted = ({ appId, userId }: UserKey) =>
  and(eq(deletedUsers.appId, appId), eq(deletedUsers.userId, userId));

export async function findDestroyTime(db: Db, user: UserKey): Promise<number | null> {
  const rows = await db.select({ at: deletedUsers.destroyAtMs }).from(deletedUsers).where(isDeleted(user));
  return rows[0]?.at ?? null;
}

export async function removeDeleted(tx: Db, user: UserKey): Promise<boolean> {
  const rows = await tx
    .delete(deletedUsers)
    .where(isDeleted(user))
    .returning({ userId: deletedUsers.userId });
  return rows.length > 0;
}

export async function listDue(db: Db, nowMs: number, limit: number) {
  return (
    db
      .select({ appId: deletedUsers.appId, userId: deletedUsers.userId })
      .from(deletedUsers)
      .where(lte(deletedUsers.destroyAtMs, nowMs))
      // In random order, so a batch of users whose destruction keeps failing does not block all others.
      .orderBy(sql`random()`)
      .limit(limit)
  );
}
