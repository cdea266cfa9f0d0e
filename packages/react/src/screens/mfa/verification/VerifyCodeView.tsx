import { verifyFactor } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useEffect } from 'react';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { mfaVerifyCodeTexts } from '../../../texts/generated/en/mfaVerifyCode.ts';
import { useTexts } from '../../../texts/index.ts';
import { CodePage } from '../../methods/one-time-code/CodePage.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import { type CodeMethod, codeFactors } from '../factors/list.ts';
import { mfaProblem } from '../mfaProblem.ts';
import { useAttempts } from '../useAttempts.ts';
import { useResend } from '../useResend.ts';
import { Lost } from './Lost.tsx';
import type { VerifyProps } from './verifyProps.ts';

export interface VerifyCodeProps extends VerifyProps {
  readonly method: CodeMethod;
}

export interface VerifyExits {
  verified: undefined;
  /** The screen accepts no more codes. */
  ended: { error: ServiceError };
  /** The user wants another method. */
  other: undefined;
  lost: undefined;
}

/** Screen for the code of an authenticator app, or of a message that is sent when the screen opens (MFA-18). */
export function VerifyCodeView(view: ViewProps<VerifyCodeProps, VerifyExits>) {
  const { props, exit } = view;
  const { method, methods, purpose } = props;
  const texts = useTexts('mfaVerifyCode', mfaVerifyCodeTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const { client } = useServices();
  const attempts = useAttempts((error) => exit('ended', { error }));
  const { sending, isTimed } = codeFactors[method].code;
  const resend = useResend(async () => sending?.send(client), false);
  const { run: send, error: unsent } = useTask({ work: resend.send });
  useEffect(() => {
    if (sending) send();
  }, [sending, send]);

  return (
    <CodePage
      detail={texts[method]}
      failure={attempts.ended ?? unsent}
      icon={<FactorIcon name={method} />}
      isBlocked={attempts.ended !== null}
      onDone={() => exit('verified')}
      onFailed={attempts.note}
      problemOf={(error) => mfaProblem(attempts.ended ?? error, errors)}
      submit={(code) => verifyFactor(client, { method, code, ...(purpose ? { purpose } : {}) })}
      title={texts.title}
      {...(sending ? { resend } : {})}
    >
      {attempts.ended ? null : (
        <>
          {isTimed ? <p className="field-hint center">{texts.clock}</p> : null}
          <Lost onLost={() => exit('lost')} onOther={methods.length > 1 ? () => exit('other') : undefined} />
        </>
      )}
    </CodePage>
  );
}
