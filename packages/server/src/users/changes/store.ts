import type { CustomMetadata, MfaMethod, RecoveryMethod } from '@latchkey/wire';
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { addressTypes } from '../accountTypes.ts';
import type { AccountKey, KeptAccount, NewAccount } from '../index.ts';
import { idsIn, userJson } from '../store.ts';
import { type AcceptedTerms, deletedUsers, linkedAccounts, users } from '../table.ts';
import type { StoredUser } from '../wireUser.ts';

export type AccountRow = typeof linkedAccounts.$inferSelect;

const isUser = ({ appId, userId }: UserKey) => and(eq(users.appId, appId), eq(users.userId, userId));

const isOf = ({ appId, userId }: UserKey) =>
  and(eq(linkedAccounts.appId, appId), eq(linkedAccounts.userId, userId));

/** Who has which of these accounts. */
export async function listOwners(db: Db, appId: string, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  const isOneOf = keys.map((key) =>
    and(eq(linkedAccounts.type, key.type), eq(linkedAccounts.subject, key.subject)),
  );
  return db
    .select()
    .from(linkedAccounts)
    .where(and(eq(linkedAccounts.appId, appId), or(...isOneOf)));
}

/** Changes the recovery method that a user's wallets show. */
export async function setWalletRecovery(
  tx: Db,
  user: UserKey,
  addresses: readonly string[],
  method: RecoveryMethod,
): Promise<void> {
  const { details } = linkedAccounts;
  await tx
    .update(linkedAccounts)
    .set({ details: sql`${details} || jsonb_build_object('recovery_method', ${method}::text)` })
    .where(
      and(
        isOf(user),
        eq(linkedAccounts.type, 'wallet'),
        inArray(sql`${details} ->> 'address'`, [...addresses]),
      ),
    );
}

/** Adds a user with accounts; false when another user has one of them. Then the caller rolls back. */
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

/** Notes accepted terms. The first acceptance of the same documents stays. */
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

/** How many users of an app have second factors, and none by these methods. */
export async function countWithout(db: Db, appId: string, methods: readonly MfaMethod[]): Promise<number> {
  const listed = JSON.stringify(methods);
  const held = sql`select from jsonb_array_elements(${users.mfaMethods}) m where ${listed}::jsonb ? (m ->> 'type')`;
  return db.$count(
    users,
    and(eq(users.appId, appId), sql`${users.mfaMethods} <> '[]'::jsonb`, sql`not exists (${held})`),
  );
}

/** Locks a user until the transaction ends; null when there is no such user. */
export async function lockUser(tx: Db, user: UserKey): Promise<{ holdEndsMs: number } | null> {
  const found = await tx
    .select({ holdEndsMs: users.holdEndsMs })
    .from(users)
    .where(isUser(user))
    .for('update');
  return found[0] ?? null;
}

/** Since when a user has second factors, Unix ms: of the one that they have had longest. Null where they have none. */
export async function findFactorsSince(tx: Db, user: UserKey): Promise<number | null> {
  const rows = await tx.select({ methods: users.mfaMethods }).from(users).where(isUser(user));
  const times = rows.flatMap(({ methods }) => methods.map((one) => one.verified_at * 1000));
  return times.length > 0 ? Math.min(...times) : null;
}

/** Writes down which second factors a user has, and which of their passkeys are some. */
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
      details: sql`${details} || jsonb_build_object('enrolled_in_mfa', ${ids}::jsonb ? ${subject})`,
    })
    .where(and(isOf(user), eq(linkedAccounts.type, 'passkey')));
}

/** The accounts of a user, who is locked until the transaction ends; null when there is no such user. */
export async function lockAccounts(tx: Db, user: UserKey): Promise<AccountRow[] | null> {
  if (!(await lockUser(tx, user))) return null;
  return tx.select().from(linkedAccounts).where(isOf(user));
}

/** Puts an account back as it was, proved just now. */
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

/** The e-mail address and the number of a user. */
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

/** Keeps what a provider says now of an account; what it does not speak of stays as it was. */
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

/** Gives an account to another user, who has just proved it. */
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

/** Moves a user out of everybody's sight. Accounts, and sessions if any are left, go with the row. */
export async function moveToDeleted(
  tx: Db,
  user: UserKey & { deletedAtMs: number; destroyAtMs: number },
): Promise<void> {
  const { appId, userId, ...times } = user;
  const [row] = await tx
    .select({ record: sql<StoredUser>`${userJson(idsIn('users'))}` })
    .from(users)
    .where(isUser(user));
  await tx.insert(deletedUsers).values({ appId, userId, record: row?.record ?? {}, ...times });
  await tx.delete(users).where(isUser(user));
}

const isDeleted = ({ appId, userId }: UserKey) =>
  and(eq(deletedUsers.appId, appId), eq(deletedUsers.userId, userId));

/** When a deleted user is due to be destroyed (Unix ms), or null when nothing is kept of such a user. */
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
      // In no order: as many as a batch that fail again and again must not be the only ones that are ever tried.
      .orderBy(sql`random()`)
      .limit(limit)
  );
}
