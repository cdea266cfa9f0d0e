import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Given, prepare } from '../db/index.ts';
import { walletKey } from './accountKey.ts';
import type { AccountKey } from './index.ts';
import { userJson } from './store.ts';
import type { StoredUser } from './wireUser.ts';

/** Page of users: those with ids after a given one, in the order of ids. */
export interface Page {
  /** The last id of the previous page, or null for the first page. */
  after: string | null;
  limit: number;
}

const userOf = ({ appId }: Given<{ appId: string }>) => userJson({ appId, userId: sql`found.user_id` });

/** Selects accounts of one app with a name that begins with a prefix, which is lower-cased and escaped. */
const beginsWith = ({ appId, prefix }: Given<{ appId: string; prefix: string }>) =>
  sql.join(
    ['subject', "details ->> 'username'", "details ->> 'name'", "details ->> 'email'"].map((name) => {
      // Skips guests: their subject is the hash of a secret, which could match by chance.
      const guard = name.includes('details')
        ? ` and details ? ${name.split('->> ')[1]}`
        : " and type <> 'guest'";
      return sql`select user_id from linked_accounts
        where app_id = ${appId} and lower(${sql.raw(name)}) like ${prefix}${sql.raw(guard)}`;
    }),
    sql` union `,
  );

/** Matches the accounts of contracts at an address, on any chain (`contractKey`). */
const isContractAt = (address: SQL) => sql`a.type <> 'guest' and a.type = 'wallet'
  and lower(a.subject) ~>=~ (${address} || '@') and lower(a.subject) ~<~ (${address} || 'A')`;

interface PageOf {
  appId: string;
  after: string;
  limit: number;
}

export function createLookupStore(database: Database) {
  const list = prepare<{ user: StoredUser }, PageOf>(
    database,
    'users_list',
    (given) => sql`select ${userOf(given)} as "user" from users found
     where app_id = ${given.appId} and user_id > ${given.after} order by user_id limit ${given.limit}`,
  );

  const byTerm = prepare<{ user: StoredUser }, PageOf & { prefix: string; term: string }>(
    database,
    'users_search_term',
    (given) => sql`select ${userOf(given)} as "user" from users found
     where app_id = ${given.appId} and user_id > ${given.after} and user_id in (
       select ${given.term} union ${beginsWith(given)}
     ) order by user_id limit ${given.limit}`,
  );

  const byKeys = prepare<{ user: StoredUser }, PageOf & { types: string[]; subjects: string[] }>(
    database,
    'users_search_keys',
    (given) => sql`select ${userOf(given)} as "user" from users found
     where app_id = ${given.appId} and user_id > ${given.after} and user_id in (
       select a.user_id from unnest(${given.types}::text[], ${given.subjects}::text[]) as k (type, subject)
       join linked_accounts a on a.app_id = ${given.appId} and a.type = k.type and a.subject = k.subject
       union
       select a.user_id from unnest(${given.types}::text[], ${given.subjects}::text[]) as k (type, subject)
       join linked_accounts a on a.app_id = ${given.appId} and ${isContractAt(sql`k.subject`)}
       where k.type = 'wallet'
     ) order by user_id limit ${given.limit}`,
  );

  const byKey = prepare<{ user: StoredUser }, AccountKey & { appId: string }>(
    database,
    'users_by_account',
    (given) => sql`select ${userOf(given)} as "user" from linked_accounts found
     where app_id = ${given.appId} and type = ${given.type} and subject = ${given.subject}`,
  );

  // Sorted by length, because the key's subject has no chain and is shorter.
  const byWallet = prepare<{ subject: string; user: StoredUser }, { appId: string; subject: string }>(
    database,
    'users_by_wallet',
    (given) => sql`select subject, ${userOf(given)} as "user" from (
       select a.* from linked_accounts a
       where a.app_id = ${given.appId} and a.type = 'wallet' and a.subject = ${given.subject}
       union all
       select a.* from linked_accounts a where a.app_id = ${given.appId} and ${isContractAt(given.subject)}
     ) found order by length(subject), subject limit 10`,
  );

  // A user name can pass from one person to another at the provider. The user who proved it last is returned.
  const byUsername = prepare<{ user: StoredUser }, { appId: string; type: string; username: string }>(
    database,
    'users_by_username',
    (given) => sql`select ${userOf(given)} as "user" from linked_accounts found
     where app_id = ${given.appId} and lower(details ->> 'username') = lower(${given.username})
       and details ? 'username' and type = ${given.type}
     order by latest_verified_at_ms desc, user_id limit 1`,
  );

  const usersOf = (rows: { user: StoredUser }[]) => rows.map((row) => row.user);
  const pageOf = (appId: string, { after, limit }: Page) => ({ appId, after: after ?? '', limit });

  return {
    list: async (appId: string, page: Page) => usersOf(await list(pageOf(appId, page))),

    async searchTerm(appId: string, term: string, page: Page) {
      const prefix = `${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      return usersOf(await byTerm({ ...pageOf(appId, page), prefix, term }));
    },

    async searchKeys(appId: string, keys: readonly AccountKey[], page: Page) {
      const [types, subjects] = [keys.map(({ type }) => type), keys.map(({ subject }) => subject)];
      return usersOf(await byKeys({ ...pageOf(appId, page), types, subjects }));
    },

    async findByAccount(appId: string, { type, subject }: AccountKey): Promise<StoredUser | null> {
      return usersOf(await byKey({ appId, type, subject }))[0] ?? null;
    },

    async findByWallet(appId: string, address: string): Promise<StoredUser | null> {
      const { subject } = walletKey(address);
      const [first, ...others] = await byWallet({ appId, subject });
      if (!first) return null;
      const isOne = first.subject === subject || others.every(({ user }) => user.id === first.user.id);
      return isOne ? first.user : null;
    },

    async findByUsername(appId: string, type: AccountKey['type'], username: string) {
      return usersOf(await byUsername({ appId, type, username }))[0] ?? null;
    },
  };
}
