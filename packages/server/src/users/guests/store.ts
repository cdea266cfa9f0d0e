import { and, eq, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { lockUser } from '../changes/store.ts';
import { linkedAccounts } from '../table.ts';

export function createGuestStore(database: Database) {
  const find = database.statement<{ one: number }>(
    'users_is_guest',
    `select 1 as one from linked_accounts where app_id = $1 and user_id = $2 and type = 'guest'`,
  );
  return {
    isGuest: async ({ appId, userId }: UserKey) => (await find([appId, userId])).length > 0,
  };
}

/** Lists users of an app whose accounts are all a guest's, and who logged in last at this time or earlier. */
export async function listIdle(
  db: Db,
  appId: string,
  lastLoginMs: number,
  limit: number,
): Promise<UserKey[]> {
  const other = alias(linkedAccounts, 'other');
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.appId, appId), eq(other.userId, linkedAccounts.userId), ne(other.type, 'guest')));
  return db
    .select({ appId: linkedAccounts.appId, userId: linkedAccounts.userId })
    .from(linkedAccounts)
    .where(
      and(
        eq(linkedAccounts.appId, appId),
        eq(linkedAccounts.type, 'guest'),
        lte(linkedAccounts.latestVerifiedAtMs, lastLoginMs),
        sql`not exists (${others})`,
      ),
    )
    .limit(limit);
}

/**
 * Locks a user with their accounts until the transaction ends, so they cannot log in meanwhile. Returns false if
 * {@link listIdle} would not list them any more.
 */
export async function lockIdle(tx: Db, user: UserKey, lastLoginMs: number): Promise<boolean> {
  if (!(await lockUser(tx, user))) return false;
  const { appId, latestVerifiedAtMs: atMs, type, userId } = linkedAccounts;
  const accounts = await tx
    .select({ type, atMs })
    .from(linkedAccounts)
    .where(and(eq(appId, user.appId), eq(userId, user.userId)))
    .for('update');
  return accounts.length > 0 && accounts.every((one) => one.type === 'guest' && one.atMs <= lastLoginMs);
}
