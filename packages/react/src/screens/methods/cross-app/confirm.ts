import { openCrossAppPopup } from '@latchkey/core';
import { crossAppProviderOf } from '@latchkey/wire';
import { lazyView } from '../../../ui/index.ts';
import type { ConfirmRowProps, ConfirmWay } from '../../changes/confirmWay.ts';

/** Loads only for users with an account at another app, because it includes the code for other apps. */
const Row = lazyView<ConfirmRowProps>(async () => (await import('./AppRow.tsx')).AppRow);

/** Confirms in the other app's popup, which the click opens. The method's own screen shows the progress. */
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
