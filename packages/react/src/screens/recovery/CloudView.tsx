import { createWallet, recoverWallet, setRecovery, startRecoveryOAuth } from '@latchkey/core';
import { recoveryOAuthTexts } from '../../texts/generated/en/recoveryOAuth.ts';
import { useTexts } from '../../texts/index.ts';
import { AddressChip, Button, Status } from '../../ui/index.ts';
import type { Entry } from '../entry.ts';
import { Page, StatusLine } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { PasskeyWay } from './passkeys/PasskeyWay.tsx';
import { RecoveryIcon } from './RecoveryIcon.tsx';
import { type BackupTask, type CloudMethod, cloudNames, type RecoverTask, type WithWallet } from './task.ts';

export interface CloudProps {
  readonly task: BackupTask | RecoverTask;
  readonly method: CloudMethod;
  /** Screen that 'back' leads to. Null if there is none. */
  readonly previous: Entry | null;
}

export interface CloudExits {
  done: WithWallet;
  failed: Failed<CloudProps>;
  /** A recovery with a passkey failed. The passkey button shows the reason itself. */
  'passkey-failed': Failed<CloudProps>;
  back: undefined;
}

/** Backs a wallet up in the user's cloud account, or recovers it from there (RECO-04, RECO-31). */
export function CloudView({ props: { task, method }, exit }: ViewProps<CloudProps, CloudExits>) {
  const texts = useTexts('recoveryOAuth', recoveryOAuthTexts);
  const { client } = useServices();
  const provider = cloudNames[method];
  const side = task.act === 'recover' ? 'recover' : 'backUp';
  const { run, status, error } = useTask({
    // Starts the popup directly in the click handler, because browsers block other popups.
    async work() {
      const { accessToken } = await startRecoveryOAuth(client, { provider: method });
      if (task.act === 'recover') return recoverWallet(client, { accessToken, address: task.address });
      if (task.act === 'create') return createWallet(client, { recovery: { method, accessToken } });
      return setRecovery(client, { method, accessToken, address: task.wallet.address });
    },
    onDone: (wallet) => exit('done', { wallet }),
    onFailed: (failure) => exit('failed', { error: failure }),
  });
  const address = task.act === 'recover' ? task.address : task.act === 'set' ? task.wallet.address : null;
  if (status === 'done') {
    return (
      <StatusPage state="done" title={texts.done}>
        {address ? <AddressChip address={address} /> : null}
      </StatusPage>
    );
  }
  const actions = (
    <>
      <StatusLine>{status === 'running' ? texts.waiting : null}</StatusLine>
      <Button autoFocus busy={status === 'running'} onClick={run}>
        {error ? texts.retry : texts.next({ provider })}
      </Button>
      {task.act === 'recover' ? (
        <PasskeyWay
          address={task.address}
          disabled={status === 'running'}
          onRecovered={(wallet) => exit('done', { wallet })}
          onFailed={(failure) => exit('passkey-failed', { error: failure })}
        />
      ) : null}
    </>
  );
  if (error)
    return (
      <Page actions={actions}>
        <Status detail={error.message} state="failed" title={texts.failed[side]({ provider })} />
      </Page>
    );
  return (
    <Page
      actions={actions}
      detail={texts.details[side]({ provider })}
      icon={<RecoveryIcon name="cloud" />}
      title={texts.titles[side]({ provider })}
    >
      {address ? (
        <div className="center">
          <AddressChip address={address} />
        </div>
      ) : null}
    </Page>
  );
}
