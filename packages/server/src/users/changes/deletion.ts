import type { World } from '../../world.ts';
import { changeUserCount } from '../countStore.ts';
import type { UserDeletion } from '../index.ts';
import * as store from './store.ts';

const batch = 100;

/** Creates the deletion of users in two steps: a user is hidden at once, and their data is destroyed when it is due. */
export function createDeletion({ clock, database }: World): UserDeletion {
  return {
    async remove(tx, user, destroyAtMs) {
      const accounts = await store.lockAccounts(tx, user);
      if (!accounts) return null;
      await changeUserCount(tx, user.appId, { by: -1, slot: 0 });
      await store.moveToDeleted(tx, { ...user, deletedAtMs: clock.now(), destroyAtMs });
      return accounts.map(({ type, subject }) => ({ type, subject }));
    },
    findDestroyTime: (user) => store.findDestroyTime(database.db, user),
    destroy: store.removeDeleted,
    listDue: () => store.listDue(database.acrossApps, clock.now(), batch),
  };
}
