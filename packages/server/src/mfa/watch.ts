import { fail } from '@latchkey/wire';
import { type AccountChange, type AccountWatch, isAddressType } from '../users/index.ts';
import type { Enrolling } from './enrolling.ts';
import type { FactorGate } from './index.ts';
import { findFactor, listFactors, listMethods } from './store.ts';

/** Whether a change takes a login e-mail address or number from the user who asks for it, or puts another in its place. */
const takesAddress = ({ removed }: AccountChange) => removed !== null && isAddressType(removed.type);

/**
 * Makes what hears of every change of accounts for the sake of second factors, in its transaction: so that no route goes
 * past it, neither one that changes accounts nor one that is added later.
 */
export function createFactorWatch(deps: { enrolling: Enrolling; gate: FactorGate }): AccountWatch {
  const { enrolling, gate } = deps;
  return {
    async changed(tx, change) {
      const { added, by, removed, userId } = change;
      const { session } = by;
      // An attacker with the first factor must not take the addresses by which the owner hears of it, and comes back.
      const isAsked = takesAddress(change) || by.isFactorWanted === true;
      if (session?.userId === userId && isAsked) await gate.spendFresh(tx, { session }, 'change_account');
      // Nor move them to a user of their own: the one that an address is taken from is not asked.
      const isMoved = session !== null && session.userId !== userId && removed !== null;
      if (isMoved && isAsked && (await listMethods(tx, change)).length > 0) fail('linked_to_another_user');
      // The one who took the number over would have both factors with it.
      if (added?.type === 'phone') {
        const sms = await findFactor(tx, change, 'sms');
        if (sms?.phoneNumber === added.subject)
          fail('not_supported', { message: numberText, details: { reason: 'second_factor_number' } });
      }
      // Its account went by what no factor is asked for, such as the undoing of a takeover.
      if (removed?.type === 'passkey' && removed.details.enrolled_in_mfa === true) {
        const factors = await listFactors(tx, change);
        const gone = factors.filter(({ credentialId }) => credentialId === removed.subject);
        await enrolling.takeAway(tx, change, gone);
      }
    },
    settle() {},
  };
}

const numberText = 'This number is your second factor. To log in with it, remove it there first.';
