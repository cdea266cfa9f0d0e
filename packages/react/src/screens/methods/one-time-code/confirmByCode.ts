import type { AccountMethod } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import type { ConfirmEntry, ConfirmWay } from '../../changes/confirmWay.ts';

/** How a person confirms by a code who they are. */
export function confirmByCode(
  method: AccountMethod,
  icon: Required<ConfirmEntry>['look']['icon'],
  findRecipient: (user: User) => string | undefined,
): ConfirmWay {
  return {
    effort: 'code',
    entriesOf(user) {
      const recipient = findRecipient(user);
      // Read from left to right in every language, the plus sign of a number first.
      const look = { icon, label: () => `\u2066${recipient}\u2069` };
      return recipient === undefined ? [] : [{ name: method, look, account: recipient }];
    },
    async prove({ accountFlows }, { account: recipient = '' }) {
      await accountFlows.confirm[method].sendCode(recipient);
      return { method, recipient };
    },
  };
}
