import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import type { AccountKey, Credentials } from './index.ts';
import { linkedAccounts } from './table.ts';

const { credential, subject, userId } = linkedAccounts;

export function createCredentials({ db }: Database): Credentials {
  const isKey = (appId: string, key: AccountKey) =>
    and(eq(linkedAccounts.appId, appId), eq(linkedAccounts.type, key.type), eq(subject, key.subject));
  const listOf = (tx: Db, owner: UserKey, type: AccountKey['type']) =>
    tx
      .select({ subject, credential })
      .from(linkedAccounts)
      .where(
        and(
          eq(linkedAccounts.appId, owner.appId),
          eq(userId, owner.userId),
          eq(linkedAccounts.type, type),
          isNotNull(credential),
        ),
      )
      .orderBy(asc(linkedAccounts.firstVerifiedAtMs), asc(subject));
  return {
    async find<T extends object>(appId: string, key: AccountKey) {
      const [row] = await db
        .select({ userId, credential })
        .from(linkedAccounts)
        .where(and(isKey(appId, key), isNotNull(credential)));
      return row ? { userId: row.userId, credential: row.credential as T } : null;
    },

    async list<T extends object>(owner: UserKey, type: AccountKey['type']) {
      const rows = await listOf(db, owner, type);
      return rows.map((row) => ({ subject: row.subject, credential: row.credential as T }));
    },

    listSubjects: async (tx, owner, type) => (await listOf(tx, owner, type)).map((row) => row.subject),

    async use(appId, key, changes) {
      const stored = sql`(${credential} ->> 'count')::bigint`;
      const rows = await db
        .update(linkedAccounts)
        .set({ credential: sql`${credential} || ${JSON.stringify(changes)}::jsonb` })
        .where(
          and(
            isKey(appId, key),
            sql`(${stored} < ${changes.count} or (${stored} = 0 and ${changes.count} = 0))`,
          ),
        )
        .returning({ userId });
      return rows.length > 0;
    },
  };
}
