import { isEmbeddedWallet } from '@latchkey/wire';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

export const confirmByWallet: ConfirmWay = {
  effort: 'screen',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some((account) => account.type === 'wallet' && !isEmbeddedWallet(account))
      ? [{ name: 'wallet', look: { icon: 'wallet', label: (texts) => texts.ownWallet } }]
      : [],
};
