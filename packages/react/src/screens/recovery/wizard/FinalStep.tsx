import { createWallet, setRecovery } from '@latchkey/core';
import { useEffect, useState } from 'react';
import { passwordFinalTexts } from '../../../texts/generated/en/passwordFinal.ts';
import { recoveryErrorsTexts } from '../../../texts/generated/en/recoveryErrors.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { Page, StatusLine } from '../../Page.tsx';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { failureOf } from '../failureOf.ts';
import { Checkbox } from '../password/Checkbox.tsx';
import { useWorkNote } from '../useWorkNote.ts';
import type { WizardStepProps } from './wizard.ts';

/**
 * Step in which the user accepts that a lost password cannot be restored. Then the wallet is created, or its recovery
 * is changed (RECO-12, RECO-23).
 */
export function FinalStep({
  props: { task, password, isConfirmed = false, isBusy, error },
  exit,
}: WizardStepProps) {
  const texts = useTexts('passwordFinal', passwordFinalTexts);
  const errors = useTexts('recoveryErrors', recoveryErrorsTexts);
  const { client } = useServices();
  const [isTicked, setTicked] = useState(isConfirmed || (isBusy ?? false));
  const { run, status } = useTask({
    work: () => {
      const recovery = { method: 'user-passcode', password } as const;
      return task.act === 'create'
        ? createWallet(client, { recovery })
        : setRecovery(client, { ...recovery, address: task.wallet.address });
    },
    onDone: (wallet) => exit('done', { wallet }),
    // After a step-up, the kept password is submitted without another click.
    onFailed: (failure) => exit('failed', { error: failure, again: { isBusy: false, isConfirmed: true } }),
  });
  // Starts the task once the screen can no longer be closed.
  useEffect(() => {
    if (isBusy) run();
  }, [isBusy, run]);
  useEffect(() => {
    if (isConfirmed) exit('submitted');
  }, [isConfirmed, exit]);
  const isWorking = isBusy || status === 'running';
  const note = useWorkNote(isWorking, texts.working);

  return (
    <Page
      actions={
        <>
          <StatusLine isError={!isWorking} role="alert">
            {note ?? (error && failureOf(error, errors))}
          </StatusLine>
          <Button busy={isWorking ?? false} disabled={!isTicked} onClick={() => exit('submitted')}>
            {texts.submit}
          </Button>
        </>
      }
      detail={texts.detail}
      title={texts.title}
    >
      <Checkbox checked={isTicked} disabled={isWorking ?? false} onChange={setTicked}>
        {texts.consent}
      </Checkbox>
    </Page>
  );
}
