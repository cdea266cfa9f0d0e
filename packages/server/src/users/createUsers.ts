import { fail } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { Users } from './index.ts';
import { createUserStore } from './store.ts';
import { toWireUser } from './wireUser.ts';

/** Makes the users room. */
export function createUsers(world: World, { audit }: { audit: Audit }): Users {
  const store = createUserStore(world.database);
  return {
    touchAccount: store.touchAccount,

    async create(appId, account, nowMs) {
      const userId = `did:privy:${randomId(world.random)}`;
      const event = audit.entry(appId, {
        kind: 'user.created',
        userId,
        actor: { type: 'user', id: userId },
        details: { account_type: account.type },
      });
      return (await store.create({ appId, userId, account, event, nowMs })) ? userId : null;
    },

    async addAccount(db, appId, userId, account, nowMs) {
      if (!(await store.addAccount(db, appId, userId, account, nowMs))) fail('linked_to_another_user');
    },

    async findWireUser(appId, userId) {
      const user = await store.find(appId, userId);
      return user && toWireUser(user);
    },
  };
}
