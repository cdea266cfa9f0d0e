import { confirmWithPasskey } from '@latchkey/core';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

/** One entry for all of a user's passkeys: the browser lets them choose. */
export const confirmByPasskey: ConfirmWay = {
  effort: 'dialog',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some(({ type }) => type === 'passkey')
      ? [{ name: 'passkey', look: { icon: 'key', label: (texts) => texts.passkey } }]
      : [],
  prove: ({ client }, _, act) => confirmWithPasskey(client, act),
};
