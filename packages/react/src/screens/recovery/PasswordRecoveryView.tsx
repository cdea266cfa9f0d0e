import { recoverWallet } from '@latchkey/core';
import { passwordRecoveryTexts } from '../../texts/generated/en/passwordRecovery.ts';
import { useTexts } from '../../texts/index.ts';
import { timings } from '../../timings.ts';
import { AddressChip } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { PasskeyWay } from './passkeys/PasskeyWay.tsx';
import { RecoveryPasswordForm } from './RecoveryPasswordForm.tsx';
import type { RecoverTask, WithWallet } from './task.ts';

export interface PasswordRecoveryProps {
  readonly task: RecoverTask;
}

export interface PasswordRecoveryExits {
  recovered: WithWallet;
  failed: Failed<PasswordRecoveryProps>;
}

/** Recovers a wallet on this device with its password (RECO-04, RECO-17, RECO-25). */
export function PasswordRecoveryView({
  props: { task },
  exit,
}: ViewProps<PasswordRecoveryProps, PasswordRecoveryExits>) {
  const texts = useTexts('passwordRecovery', passwordRecoveryTexts);
  const { client } = useServices();
  const recover = useTask({
    work: (password: string) => recoverWallet(client, { password, address: task.address }),
    onDone: (wallet) => exit('recovered', { wallet }),
    onFailed: (error) => exit('failed', { error }),
  });
  const isBusy = recover.status === 'running';

  if (recover.status === 'done') return <Recovered address={task.address} />;
  return (
    <RecoveryPasswordForm
      busy={isBusy}
      end={
        <PasskeyWay
          address={task.address}
          disabled={isBusy}
          onRecovered={(wallet) => exit('recovered', { wallet })}
          onFailed={(error) => exit('failed', { error })}
        />
      }
      error={recover.error}
      onSubmit={recover.run}
      texts={texts}
    >
      <div className="center">
        <AddressChip address={task.address} copiedMs={timings.addressCopiedMs} />
      </div>
    </RecoveryPasswordForm>
  );
}

function Recovered({ address }: { address: string }) {
  const texts = useTexts('passwordRecovery', passwordRecoveryTexts);
  return (
    <StatusPage state="done" title={texts.done}>
      <AddressChip address={address} copiedMs={timings.addressCopiedMs} />
    </StatusPage>
  );
}
