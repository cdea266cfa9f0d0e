import { openCrossAppPopup } from '@latchkey/core';
import { crossAppProviderOf } from '@latchkey/wire';
import { lazyView } from '../../../ui/index.ts';
import type { ConfirmRowProps, ConfirmWay } from '../../changes/confirmWay.ts';

const Row = lazyView<ConfirmRowProps>(async () => (await import('./AppRow.tsx')).AppRow);

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
