import { openCrossAppPopup } from '@latchkey/core/startup';
import { crossAppProviderOf } from '@latchkey/wire';
import type { ConfirmWay } from '../../changes/confirmWay.ts';
import { AppRow } from './AppRow.tsx';

/** In the other app's window, which the press opens; a screen of its own says how it goes. */
export const confirmInOtherApp: ConfirmWay = {
  asks: 'popup',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.flatMap((account) =>
      account.type === 'cross_app'
        ? [{ name: crossAppProviderOf(account.providerApp.id), account: account.subject, Row: AppRow }]
        : [],
    ),
  open: openCrossAppPopup,
};
