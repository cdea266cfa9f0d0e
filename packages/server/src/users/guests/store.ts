import type { Database } from '../../db/index.ts';

/** The queries about guests: users who are known by nothing but a credential of their browser. */
export function createGuestStore(database: Database) {
  const find = database.statement<{ one: number }>(
    'users_is_guest',
    `select 1 as one from linked_accounts where app_id = $1 and user_id = $2 and type = 'guest'`,
  );
  return {
    isGuest: async (appId: string, userId: string) => (await find([appId, userId])).length > 0,
  };
}
