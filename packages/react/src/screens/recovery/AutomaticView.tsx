import { setRecovery } from '@latchkey/core';
import { automaticRecoveryTexts } from '../../texts/generated/en/automaticRecovery.ts';
import { useTexts } from '../../texts/index.ts';
import { AddressChip, Button } from '../../ui/index.ts';
import { Page } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import type { SetTask, WithWallet } from './task.ts';

export interface AutomaticProps {
  readonly task: SetTask;
}

export interface AutomaticExits {
  done: WithWallet;
  failed: Failed<AutomaticProps>;
}

export function AutomaticView({ props: { task }, exit }: ViewProps<AutomaticProps, AutomaticExits>) {
  const texts = useTexts('automaticRecovery', automaticRecoveryTexts);
  const { client } = useServices();
  const { address } = task.wallet;
  const { run, status } = useTask({
    work: () => setRecovery(client, { method: 'privy', address }),
    onDone: (wallet) => exit('done', { wallet }),
    onFailed: (error) => exit('failed', { error }),
  });
  if (status === 'done') return <StatusPage state="done" title={texts.done} />;
  return (
    <Page
      actions={
        <Button busy={status === 'running'} onClick={run}>
          {texts.confirm}
        </Button>
      }
      detail={texts.detail}
      title={texts.title}
    >
      <div className="center">
        <AddressChip address={address} />
      </div>
    </Page>
  );
}
