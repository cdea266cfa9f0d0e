import { fail } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import type { Database } from '../../db/index.ts';
import { listOwners, lockAccounts, removeAccount } from '../changes/store.ts';
import type { Guests } from '../index.ts';
import { addAccount } from '../store.ts';
import { createGuestStore } from './store.ts';

/** Makes what only guests have: their way to another account. */
export function createGuests(database: Database, { audit }: { audit: Audit }): Guests {
  const { isGuest } = createGuestStore(database);
  return {
    isGuest,

    async upgrade(tx, user, { account, isSignUpAllowed, nowMs }) {
      const { appId, userId } = user;
      // Locked: of two upgrades at once the second finds no guest any more.
      const accounts = await lockAccounts(tx, user);
      const credential = accounts?.find(({ type }) => type === 'guest');
      if (!accounts || !credential) return 'unchanged';
      if (!isSignUpAllowed && (await listOwners(tx, appId, [account])).length === 0) return 'unchanged';
      if (!(await addAccount(tx, user, account, nowMs))) {
        if (accounts.some(({ type }) => type === 'wallet')) fail('linked_to_another_user');
        return 'left-behind';
      }
      // What a page could read all the time must not open the account of a person who has a better way in now.
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
