import { unenroll } from '@latchkey/core';
import type { MfaMethod } from '@latchkey/wire';
import { useEffect } from 'react';
import { mfaRemovalTexts } from '../../../texts/generated/en/mfaRemoval.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { Buttons, Page } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';

export interface RemoveFactorProps {
  readonly method: MfaMethod;
  /** True if the user confirmed and another step, such as a verification, came first. @default false */
  readonly isConfirmed?: boolean;
}

export interface RemoveFactorExits {
  removed: undefined;
  failed: Failed<RemoveFactorProps>;
  back: undefined;
}

/** Asks the user to confirm the removal of a second factor, and removes it (MFA-17). */
export function RemovalView({ props, exit }: ViewProps<RemoveFactorProps, RemoveFactorExits>) {
  const { method, isConfirmed = false } = props;
  const texts = useTexts('mfaRemoval', mfaRemovalTexts);
  const { client } = useServices();
  const { run, status } = useTask({
    work: () => unenroll(client, method),
    onDone: () => exit('removed'),
    // A confirmation is valid for one retry, like a press of 'Sign'.
    onFailed: (error) => exit('failed', { error, again: { isConfirmed: !isConfirmed } }),
  });
  useEffect(() => {
    if (isConfirmed) run();
  }, [isConfirmed, run]);
  const isBusy = status === 'running' || status === 'done';
  return (
    <Page
      actions={
        <Buttons>
          <Button busy={isBusy} look="danger" onClick={run}>
            {texts.confirm}
          </Button>
          <Button autoFocus disabled={isBusy} look="plain" onClick={() => exit('back')}>
            {texts.cancel}
          </Button>
        </Buttons>
      }
      detail={texts.details[method]}
      icon={<FactorIcon name={method} />}
      title={texts.titles[method]}
    />
  );
}
