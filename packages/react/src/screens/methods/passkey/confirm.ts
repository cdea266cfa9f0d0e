import { confirmWithPasskey } from '@latchkey/core';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

export const confirmByPasskey: ConfirmWay = {
  effort: 'dialog',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some(({ type }) => type === 'passkey')
      ? [{ name: 'passkey', look: { icon: 'key', label: (texts) => texts.passkey } }]
      : [],
  prove: ({ client }, _, act) => confirmWithPasskey(client, act),
};
