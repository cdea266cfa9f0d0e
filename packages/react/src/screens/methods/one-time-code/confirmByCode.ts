import type { AccountMethod } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import type { ConfirmEntry, ConfirmWay } from '../../changes/confirmWay.ts';

export function confirmByCode(
  method: AccountMethod,
  icon: Required<ConfirmEntry>['look']['icon'],
  findRecipient: (user: User) => string | undefined,
): ConfirmWay {
  return {
    effort: 'code',
    entriesOf(user) {
      const recipient = findRecipient(user);
      // Isolates the text as left-to-right in every language, so the plus sign of a number comes first.
      const look = { icon, label: () => `\u2066${recipient}\u2069` };
      return recipient === undefined ? [] : [{ name: method, look, account: recipient }];
    },
    async prove({ accountFlows }, { account: recipient = '' }) {
      await accountFlows.confirm[method].sendCode(recipient);
      return { method, recipient };
    },
  };
}
