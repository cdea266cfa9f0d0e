import { recoverWallet } from '@latchkey/core/startup';
import { useState } from 'react';
import { timings } from '../../timings.ts';
import { AddressChip, Button, PasswordField, Title, useTexts } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { failureOf, recoveryErrorTexts } from './failureOf.ts';
import { PasskeyWay } from './passkeys/PasskeyWay.tsx';
import type { RecoverTask, WithWallet } from './task.ts';
import { useUsername } from './useUsername.ts';

export interface PasswordRecoveryProps {
  readonly task: RecoverTask;
}

export interface PasswordRecoveryExits {
  recovered: WithWallet;
  failed: Failed<PasswordRecoveryProps>;
}

export const passwordRecoveryTexts = {
  title: 'Enter your recovery password',
  detail: "Your wallet isn't on this device yet. Enter your password to open it.",
  label: 'Password',
  submit: 'Recover',
  working: 'Opening your wallet. This takes a few seconds.',
  done: 'Your wallet is open',
} as const;

/** Gets a wallet onto this device by its password (RECO-04, RECO-17, RECO-25). */
export function PasswordRecoveryView({
  props: { task },
  exit,
}: ViewProps<PasswordRecoveryProps, PasswordRecoveryExits>) {
  const texts = useTexts('passwordRecovery', passwordRecoveryTexts);
  const errors = useTexts('recoveryErrors', recoveryErrorTexts);
  const { client } = useServices();
  const username = useUsername();
  const [password, setPassword] = useState('');
  const recover = useTask({
    work: () => recoverWallet(client, { password, address: task.address }),
    onDone: (wallet) => exit('recovered', { wallet }),
    onFailed: (error) => exit('failed', { error }),
  });
  const isBusy = recover.status === 'running';

  if (recover.status === 'done') return <Recovered address={task.address} />;
  return (
    <form
      className="page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') recover.run();
      }}
    >
      <div className="group">
        <div className="heading">
          <Title>{texts.title}</Title>
          <p className="muted">{texts.detail}</p>
        </div>
        <PasswordField
          autoComplete="current-password"
          busy={isBusy}
          enterKeyHint="go"
          error={recover.error && failureOf(recover.error, errors)}
          hint={isBusy ? texts.working : null}
          label={texts.label}
          onChange={setPassword}
          username={username}
          value={password}
        />
        <div className="center">
          <AddressChip address={task.address} copiedMs={timings.addressCopiedMs} />
        </div>
      </div>
      <div className="page-end">
        <Button busy={isBusy} disabled={password === ''} submits>
          {texts.submit}
        </Button>
        <PasskeyWay
          address={task.address}
          disabled={isBusy}
          onRecovered={(wallet) => exit('recovered', { wallet })}
          onFailed={(error) => exit('failed', { error })}
        />
      </div>
    </form>
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
