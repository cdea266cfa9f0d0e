import { provePasskeyFactor, verifyFactor } from '@latchkey/core';
import { useEffect } from 'react';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { mfaVerifyPasskeyTexts } from '../../../texts/generated/en/mfaVerifyPasskey.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { mfaProblem } from '../mfaProblem.ts';
import { useAttempts } from '../useAttempts.ts';
import { Lost } from './Lost.tsx';
import type { VerifyExits } from './VerifyCodeView.tsx';
import type { VerifyProps } from './verifyProps.ts';

/** Opens the browser's passkey dialog when the screen opens, and shows its result (MFA-18). */
export function VerifyPasskeyView({ props, exit }: ViewProps<VerifyProps, VerifyExits>) {
  const { methods, purpose } = props;
  const texts = useTexts('mfaVerifyPasskey', mfaVerifyPasskeyTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const { client } = useServices();
  const attempts = useAttempts((error) => exit('ended', { error }));
  const { run, status, error } = useTask({
    async work() {
      const code = await provePasskeyFactor(client);
      await verifyFactor(client, { method: 'passkey', code, ...(purpose ? { purpose } : {}) });
    },
    onDone: () => exit('verified'),
    onFailed: attempts.note,
  });
  useEffect(run, [run]);

  const failure = attempts.ended ?? error;
  if (status === 'done') return <StatusPage state="done" title={texts.done} />;
  if (!failure) return <StatusPage detail={texts.detail} state="busy" title={texts.waiting} />;
  return (
    <StatusPage
      actions={
        attempts.ended ? undefined : (
          <>
            <Button autoFocus onClick={run}>
              {texts.retry}
            </Button>
            <Lost
              onLost={() => exit('lost')}
              onOther={methods.length > 1 ? () => exit('other') : undefined}
            />
          </>
        )
      }
      detail={mfaProblem(failure, errors)}
      state="failed"
      title={errors.failed}
    />
  );
}
