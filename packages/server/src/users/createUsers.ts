import { fail, isCode } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import type { World } from '../world.ts';
import { createChanges } from './changes/changes.ts';
import { createDeletion } from './changes/deletion.ts';
import {
  countWithout,
  listContacts,
  lockUser,
  refreshDetails,
  setFactors,
  setHold,
  setWalletRecovery,
} from './changes/store.ts';
import { countSlots, takeUserPlace } from './countStore.ts';
import { createCredentials } from './credentialStore.ts';
import { createGuests } from './guests/guests.ts';
import type { AccountWatch, AccountWatches, UserLookups, Users } from './index.ts';
import { createLookupStore } from './lookupStore.ts';
import { createUserStore } from './store.ts';
import { type StoredUser, toWireUser } from './wireUser.ts';

export function createUsers(world: World, { audit }: { audit: Audit }): Users & AccountWatches {
  const store = createUserStore(world.database);
  const watches: AccountWatch[] = [];
  return {
    ...toLookups(createLookupStore(world.database)),
    ...createChanges(world, { audit, watches }),
    addWatch: (watch) => void watches.push(watch),
    credentials: createCredentials(world.database),
    deletion: createDeletion(world),
    factors: { countWithout, lock: lockUser, set: setFactors },
    guests: createGuests(world.database, { audit }),
    findOwner: store.findOwner,

    async create(appId, account, nowMs, maxUsers = null) {
      const userId = `did:privy:${randomId(world.random)}`;
      const user = { appId, userId, account, nowMs };
      const event = {
        kind: 'user.created',
        userId,
        actor: { type: 'user', id: userId },
        details: { account_type: account.type },
      } as const;
      if (maxUsers === null) {
        const slot = world.random.integer(countSlots);
        return (await store.create({ ...user, event: audit.entry(appId, event), slot })) ? userId : null;
      }
      try {
        return await world.database.transaction(async (tx) => {
          if (!(await takeUserPlace(tx, appId, maxUsers))) {
            // The account may exist by now: the same user may have sent the form twice and taken the last place.
            return (await store.isAccount(tx, appId, account)) ? null : fail('max_accounts_reached');
          }
          await store.createIn(tx, user);
          await audit.record(tx, appId, event);
          return userId;
        });
      } catch (error) {
        if (isCode(error, 'linked_to_another_user')) return null; // rolled back together with the place
        throw error;
      }
    },

    raiseCustodyEpoch: store.raiseCustodyEpoch,
    hasAccount: store.hasAccount,
    isEmbeddedWallet: store.isEmbeddedWallet,
    refreshDetails,
    setHold,
    listAddresses: listContacts,
    setWalletRecovery,

    async addAccount(db, user, account, nowMs) {
      if (!(await store.addAccount(db, user, account, nowMs))) fail('linked_to_another_user');
    },

    async findWireUser(user) {
      const found = await store.find(user);
      return found && toWireUser(found);
    },
  };
}

function toLookups(store: ReturnType<typeof createLookupStore>): UserLookups {
  const toUsers = async (found: Promise<StoredUser[]>) => (await found).map(toWireUser);
  const toUser = async (found: Promise<StoredUser | null>) => {
    const user = await found;
    return user && toWireUser(user);
  };
  return {
    list: (appId, page) => toUsers(store.list(appId, page)),
    searchTerm: (appId, term, page) => toUsers(store.searchTerm(appId, term, page)),
    searchKeys: (appId, keys, page) => toUsers(store.searchKeys(appId, keys, page)),
    findByAccount: (appId, key) => toUser(store.findByAccount(appId, key)),
    findByWallet: (appId, address) => toUser(store.findByWallet(appId, address)),
    findByUsername: (appId, type, username) => toUser(store.findByUsername(appId, type, username)),
  };
}
