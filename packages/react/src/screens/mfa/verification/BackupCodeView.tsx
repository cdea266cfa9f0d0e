import { verifyFactor } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useState } from 'react';
import { mfaBackupCodeTexts } from '../../../texts/generated/en/mfaBackupCode.ts';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { useTexts } from '../../../texts/index.ts';
import { TextField } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import { mfaProblem } from '../mfaProblem.ts';
import { useAttempts } from '../useAttempts.ts';
import type { VerifyProps } from './verifyProps.ts';

export interface BackupCodeExits {
  verified: undefined;
  ended: { error: ServiceError };
  back: undefined;
}

export function BackupCodeView({ props: { purpose }, exit }: ViewProps<VerifyProps, BackupCodeExits>) {
  const texts = useTexts('mfaBackupCode', mfaBackupCodeTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const { client } = useServices();
  const [code, setCode] = useState('');
  const attempts = useAttempts((error) => exit('ended', { error }));
  const { run, status, error } = useTask({
    work: () =>
      verifyFactor(client, {
        method: 'backup_code',
        code: code.trim(),
        ...(purpose ? { purpose: 'change_factors' } : {}),
      }),
    onDone: () => exit('verified'),
    onFailed: attempts.note,
  });
  const failure = attempts.ended ?? error;
  return (
    <Page detail={texts.detail} icon={<FactorIcon name="backup_code" />} title={texts.title}>
      <TextField
        autoComplete="off"
        busy={status === 'running' || status === 'done'}
        canSubmit={code.trim() !== '' && !attempts.ended}
        error={failure ? mfaProblem(failure, errors) : null}
        icon={<FactorIcon name="backup_code" />}
        label={texts.label}
        onChange={setCode}
        onSubmit={run}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        submitLabel={texts.submit}
        type="text"
        value={code}
      />
    </Page>
  );
}
