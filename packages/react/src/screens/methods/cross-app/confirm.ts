import { openCrossAppPopup } from '@latchkey/core';
import { crossAppProviderOf } from '@latchkey/wire';
import { lazyView } from '../../../ui/index.ts';
import type { ConfirmRowProps, ConfirmWay } from '../../changes/confirmWay.ts';

/** Its code comes where someone has such an account: it brings what speaks to other apps. */
const Row = lazyView<ConfirmRowProps>(async () => (await import('./AppRow.tsx')).AppRow);

/** In the other app's window, which the press opens; a screen of its own says how it goes. */
export const confirmInOtherApp: ConfirmWay = {
  effort: 'popup',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.flatMap((account) =>
      account.type === 'cross_app'
        ? [{ name: crossAppProviderOf(account.providerApp.id), account: account.subject, Row }]
        : [],
    ),
  open: openCrossAppPopup,
};
