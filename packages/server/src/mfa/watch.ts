import { fail } from '@latchkey/wire';
import { type AccountChange, type AccountWatch, isAddressType } from '../users/index.ts';
import type { FactorGate } from './index.ts';
import { findFactor, listMethods } from './store.ts';

/** Returns true if a change removes or replaces a login email address or phone number. */
const takesAddress = ({ removed }: AccountChange) => removed !== null && isAddressType(removed.type);

/**
 * Creates the watch that protects second factors. It runs in the transaction of the change. An account that is a
 * second factor itself is not removed: unlinking and transferring it are refused.
 */
export function createFactorWatch({ gate }: { gate: FactorGate }): AccountWatch {
  return {
    async changed(tx, change) {
      const { added, by, removed, userId } = change;
      const { session } = by;
      // An attacker with the first factor could otherwise remove the addresses at which the owner is notified and
      // recovers the account.
      const isAsked = takesAddress(change) || by.isFactorWanted === true;
      if (session?.userId === userId && isAsked) await gate.spendFresh(tx, { session }, 'change_account');
      // An attacker could otherwise move an address to a user of their own, because no factor is required from the
      // user who loses it.
      const isMoved = session !== null && session.userId !== userId && removed !== null;
      if (isMoved && isAsked && (await listMethods(tx, change)).length > 0) fail('linked_to_another_user');
      // An attacker who takes over the number would otherwise have both factors.
      if (added?.type === 'phone') {
        const sms = await findFactor(tx, change, 'sms');
        if (sms?.phoneNumber === added.subject)
          fail('not_supported', { message: numberText, details: { reason: 'second_factor_number' } });
      }
    },
    settle() {},
  };
}

const numberText = 'This number is your second factor. To log in with it, remove it there first.';
