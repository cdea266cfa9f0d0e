import { fail } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import type { Database } from '../../db/index.ts';
import { listOwners, lockAccounts, removeAccount } from '../changes/store.ts';
import type { Guests } from '../index.ts';
import { addAccount } from '../store.ts';
import { createGuestStore, listIdle, lockIdle } from './store.ts';

export function createGuests(database: Database, { audit }: { audit: Audit }): Guests {
  const { isGuest } = createGuestStore(database);
  return {
    isGuest,
    listIdle: (appId, lastLoginMs, limit) => listIdle(database.db, appId, lastLoginMs, limit),
    lockIdle,

    async upgrade(tx, user, { account, isSignUpAllowed, nowMs }) {
      const { appId, userId } = user;
      // Locks the user, so the second of two simultaneous upgrades finds no guest.
      const accounts = await lockAccounts(tx, user);
      const credential = accounts?.find(({ type }) => type === 'guest');
      if (!accounts || !credential) return 'unchanged';
      if (!isSignUpAllowed && (await listOwners(tx, appId, [account])).length === 0) return 'unchanged';
      if (!(await addAccount(tx, user, account, nowMs))) {
        if (accounts.some(({ type }) => type === 'wallet')) fail('linked_to_another_user');
        return 'left-behind';
      }
      // An attacker's script in the page could have read the guest's credential. It must not open a full account.
      await removeAccount(tx, credential);
      await audit.record(tx, appId, {
        kind: 'user.linked_account',
        userId,
        actor: { type: 'user', id: userId },
        details: { account_type: account.type },
      });
      return 'upgraded';
    },
  };
}
