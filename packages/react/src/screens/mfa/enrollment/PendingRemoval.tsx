import { cancelFactorRemoval } from '@latchkey/core';
import { useEffect } from 'react';
import { mfaPendingTexts } from '../../../texts/generated/en/mfaPending.ts';
import { useTexts } from '../../../texts/index.ts';
import type { ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { EnrollmentFlowExits, EnrollmentFlowProps } from './FlowView.tsx';

interface PendingRemovalProps extends Pick<ViewProps<EnrollmentFlowProps, EnrollmentFlowExits>, 'exit'> {
  readonly removesAt: Date;
  readonly isCanceling: boolean;
  onCanceled(): void;
}

/**
 * Shows a pending removal of all factors, with a button to cancel it: an attacker with the user's login could have
 * requested it.
 */
export function PendingRemoval({ removesAt, isCanceling, onCanceled, exit }: PendingRemovalProps) {
  const texts = useTexts('mfaPending', mfaPendingTexts);
  const { locale } = useSettings().intl;
  const { client } = useServices();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(removesAt);
  const { run, status } = useTask({
    work: () => cancelFactorRemoval(client),
    onDone() {
      exit('canceled');
      onCanceled();
    },
    onFailed: (error) => exit('failed', { error, again: { isCanceling: true } }),
  });
  useEffect(() => {
    if (isCanceling) run();
  }, [isCanceling, run]);
  return (
    <div className="warning">
      <p>{texts.detail({ date })}</p>
      <button className="link" disabled={status === 'running'} onClick={run} type="button">
        {texts.cancel}
      </button>
    </div>
  );
}
