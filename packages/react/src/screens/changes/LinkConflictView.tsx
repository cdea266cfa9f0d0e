import { type AccountChange, type AccountTransfer, transferAccount } from '@latchkey/core';
import { linkConflictTexts } from '../../texts/generated/en/linkConflict.ts';
import { useTexts } from '../../texts/index.ts';
import { AddressChip, Button } from '../../ui/index.ts';
import { useBrandName } from '../methods/social/brandNames.ts';
import { Buttons, Page } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface LinkConflictProps {
  readonly transfer: AccountTransfer;
}

export interface LinkConflictExits {
  transferred: AccountChange;
  failed: Failed<LinkConflictProps>;
  cancelled: undefined;
}

/** Offers to move an account that belongs to another user, if the app allows this (LINK-05). */
export function LinkConflictView({
  props: { transfer },
  exit,
}: ViewProps<LinkConflictProps, LinkConflictExits>) {
  const texts = useTexts('linkConflict', linkConflictTexts);
  const { client } = useServices();
  const name = useBrandName(transfer.method);
  const { run, status } = useTask({
    work: () => transferAccount(client, transfer),
    onDone: (change) => exit('transferred', change),
    onFailed: (error) => exit('failed', { error }),
  });
  const { method, offer } = transfer;
  if (status === 'done') return <StatusPage state="done" title={texts.done} />;
  return (
    <Page
      actions={
        <Buttons>
          <Button busy={status === 'running'} look="danger" onClick={run}>
            {texts.move}
          </Button>
          <Button autoFocus disabled={status === 'running'} look="plain" onClick={() => exit('cancelled')}>
            {texts.cancel}
          </Button>
        </Buttons>
      }
      detail={
        <>
          <bdi className="strong">{offer.displayName}</bdi> {texts.detail}
        </>
      }
      title={
        method in texts.titles
          ? texts.titles[method as keyof typeof texts.titles]
          : texts.title({ provider: name })
      }
    >
      {offer.otherWalletAddress ? (
        <div className="center">
          <AddressChip address={offer.otherWalletAddress} />
          <p className="field-hint">{texts.wallet}</p>
        </div>
      ) : null}
    </Page>
  );
}
