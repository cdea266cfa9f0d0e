import type { Database } from '../../db/index.ts';
import type { AccountKey } from '../index.ts';
import { userJson } from '../store.ts';
import type { StoredUser } from '../wireUser.ts';

/** A page of users: those whose ids come after one, in the order of the primary key, so that newcomers shift nothing. */
export interface Page {
  /** The last id of the page before, or null for the first page. */
  after: string | null;
  limit: number;
}

const userOf = userJson('found.app_id', 'found.user_id');

/** Accounts of one app whose natural name begins with $2, which is lower-cased and escaped. Each line has its index. */
const beginsWith = ['subject', "details ->> 'username'", "details ->> 'name'", "details ->> 'email'"]
  .map((name) => {
    // A guest's subject is the hash of a secret: no one searches by it, and it would be found by chance.
    const guard = name.includes('details')
      ? ` and details ? ${name.split('->> ')[1]}`
      : " and type <> 'guest'";
    return `select user_id from linked_accounts where app_id = $1 and lower(${name}) like $2${guard}`;
  })
  .join(' union ');

/** The queries by which back ends find users. Each reads by an index whose first column is the app. */
export function createLookupStore(database: Database) {
  const list = database.statement<{ user: StoredUser }>(
    'users_list',
    `select ${userOf} as "user" from users found
     where app_id = $1 and user_id > $2 order by user_id limit $3`,
  );

  const byTerm = database.statement<{ user: StoredUser }>(
    'users_search_term',
    `select ${userOf} as "user" from users found
     where app_id = $1 and user_id > $4 and user_id in (
       select $3 union ${beginsWith}
     ) order by user_id limit $5`,
  );

  const byKeys = database.statement<{ user: StoredUser }>(
    'users_search_keys',
    `select ${userOf} as "user" from users found
     where app_id = $1 and user_id > $4 and user_id in (
       select a.user_id from unnest($2::text[], $3::text[]) as k (type, subject)
       join linked_accounts a on a.app_id = $1 and a.type = k.type and a.subject = k.subject
     ) order by user_id limit $5`,
  );

  const byKey = database.statement<{ user: StoredUser }>(
    'users_by_account',
    `select ${userOf} as "user" from linked_accounts found
     where app_id = $1 and type = $2 and subject = $3`,
  );

  // A user name can pass from one person to another at the provider: the one who proved it last is the one who has it.
  const byUsername = database.statement<{ user: StoredUser }>(
    'users_by_username',
    `select ${userOf} as "user" from linked_accounts found
     where app_id = $1 and lower(details ->> 'username') = lower($3) and details ? 'username' and type = $2
     order by latest_verified_at_ms desc, user_id limit 1`,
  );

  const usersOf = (rows: { user: StoredUser }[]) => rows.map((row) => row.user);
  const startOf = ({ after }: Page) => after ?? '';

  return {
    list: async (appId: string, page: Page) => usersOf(await list([appId, startOf(page), page.limit])),

    /** Users with an account whose subject, user name, name or e-mail begins with a term, or whose id it is. */
    async searchTerm(appId: string, term: string, page: Page) {
      const prefix = `${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      return usersOf(await byTerm([appId, prefix, term, startOf(page), page.limit]));
    },

    async searchKeys(appId: string, keys: readonly AccountKey[], page: Page) {
      const [types, subjects] = [keys.map(({ type }) => type), keys.map(({ subject }) => subject)];
      return usersOf(await byKeys([appId, types, subjects, startOf(page), page.limit]));
    },

    async findByAccount(appId: string, { type, subject }: AccountKey): Promise<StoredUser | null> {
      return usersOf(await byKey([appId, type, subject]))[0] ?? null;
    },

    async findByUsername(appId: string, type: AccountKey['type'], username: string) {
      return usersOf(await byUsername([appId, type, username]))[0] ?? null;
    },
  };
}
