import type { Database } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';

/** The queries about guests: users who are known by nothing but a credential of their browser. */
export function createGuestStore(database: Database) {
  const find = database.statement<{ one: number }>(
    'users_is_guest',
    `select 1 as one from linked_accounts where app_id = $1 and user_id = $2 and type = 'guest'`,
  );
  return {
    isGuest: async ({ appId, userId }: UserKey) => (await find([appId, userId])).length > 0,
  };
}
