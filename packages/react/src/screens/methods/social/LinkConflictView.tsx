import type { AccountChange } from '@latchkey/core/login';
import { transferOAuth } from '@latchkey/core/oauth';
import type { OAuthProvider, ServiceError, TransferOffer } from '@latchkey/wire';
import { AddressChip, Button, Status, Title, useTexts } from '../../../ui/index.ts';
import type { ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { brandNameOf } from './brandNames.ts';

export interface LinkConflictProps {
  readonly provider: OAuthProvider;
  readonly offer: TransferOffer;
}

export interface LinkConflictExits {
  transferred: AccountChange;
  failed: { error: ServiceError };
  cancelled: undefined;
}

export const linkConflictTexts = {
  title: (provider: string) => `This ${provider} account has another user`,
  detail: 'is linked to another user. Move it here, and the other user is deleted.',
  wallet: 'You lose this wallet with it. Move what it holds first.',
  move: 'Move it here',
  cancel: 'Leave it there',
  moving: 'Moving the account',
  done: 'Account moved',
} as const;

/** An account that another user has, in an app that lets its owner take it over (LINK-05). */
export function LinkConflictView({
  props: { provider, offer },
  exit,
}: ViewProps<LinkConflictProps, LinkConflictExits>) {
  const texts = useTexts('linkConflict', linkConflictTexts);
  const { client } = useServices();
  const { run, status } = useTask({
    work: () => transferOAuth(client, provider, offer),
    onDone: (change) => exit('transferred', change),
    onFailed: (error) => exit('failed', { error }),
  });
  if (status === 'done') {
    return (
      <div className="page">
        <Status state="done" title={texts.done} />
      </div>
    );
  }
  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{texts.title(brandNameOf(provider))}</Title>
          <p className="muted">
            <bdi className="strong">{offer.displayName}</bdi> {texts.detail}
          </p>
        </div>
        {offer.otherWalletAddress ? (
          <div className="center">
            <AddressChip address={offer.otherWalletAddress} />
            <p className="field-hint">{texts.wallet}</p>
          </div>
        ) : null}
      </div>
      <div className="page-end">
        <div className="buttons">
          <Button busy={status === 'running'} look="danger" onClick={run}>
            {texts.move}
          </Button>
          <Button autoFocus disabled={status === 'running'} look="plain" onClick={() => exit('cancelled')}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </div>
  );
}
