/**
 * The directory room: an app's users as its back ends see them (docs/wire/protocol.md §2.14). The front door checked the
 * app's secret. Owns no table; asks the users room. Only back ends ask it.
 */
import { directoryRoutes, fail } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { Users } from '../users/index.ts';

/** Makes the routes of the directory. */
export function createDirectory(rooms: { users: Users }): { routes: Implementation[] } {
  const { users } = rooms;
  return {
    routes: [
      implement(directoryRoutes.getUser, async ({ app, params }) => {
        const user = await users.findWireUser(app.id, params.user_id ?? '');
        return user ?? fail('user_does_not_exist', { message: 'There is no such user' });
      }),
    ],
  };
}
