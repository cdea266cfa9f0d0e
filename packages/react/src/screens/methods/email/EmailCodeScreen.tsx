import type { ServiceError } from '@latchkey/wire';
import { useState, useSyncExternalStore } from 'react';
import type { LoginResult } from '../../../flow/index.ts';
import { CodeInput, codeTexts, Title } from '../../../ui/index.ts';
import { defineScreen, type ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

export interface EmailCodeProps {
  readonly email: string;
}

export interface EmailCodeExits {
  verified: LoginResult;
  back: undefined;
}

const texts = {
  title: 'Enter your code',
  sentTo: 'We sent a six-digit code to',
  label: 'Six-digit code',
  notNumeric: 'Code should be numeric',
  checking: 'Checking your code',
  success: 'Success!',
  missing: "Didn't get it?",
  resend: 'Resend code',
  resendIn: (seconds: number) => `Resend code in ${seconds} s`,
  resent: 'We sent a new code.',
  wrongCode: 'Invalid or expired verification code',
  tooMany: 'Too many requests. Please wait before trying again.',
  failed: 'Issue verifying code',
} as const;

function EmailCodeView({ props, exit }: ViewProps<EmailCodeProps, EmailCodeExits>) {
  const { emailLogin } = useServices();
  const { resendAvailableAtMs } = useSyncExternalStore(emailLogin.subscribe, emailLogin.getState);
  const seconds = useSecondsUntil(resendAvailableAtMs);
  const [digits, setDigits] = useState('');
  const login = useTask({
    work: (code: string) => emailLogin.loginWithCode({ code }),
    onDone: ({ user, isNewUser }) => exit('verified', { user, isNewUser, loginMethod: 'email' }),
    onFailed: () => setDigits(''),
  });
  const resend = useTask({ work: () => emailLogin.resendCode(), onDone: () => setDigits('') });
  const error = login.status === 'failed' ? login.error : resend.error;

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{texts.title}</Title>
          <p className="muted">
            {texts.sentTo} <span className="strong">{props.email}</span>
          </p>
        </div>
        <CodeInput
          error={error && digits === '' ? codeProblem(error) : null}
          focusOn={resend.status === 'done' ? resendAvailableAtMs : null}
          label={texts.label}
          onChange={setDigits}
          onComplete={login.run}
          state={boxState(login.status, digits)}
          texts={{ ...codeTexts, notNumeric: texts.notNumeric }}
          value={digits}
        />
        <p className="code-status" data-done={login.status === 'done' || undefined} role="status">
          {login.status === 'done' ? texts.success : login.status === 'running' ? texts.checking : null}
        </p>
        {login.status === 'done' || login.status === 'running' ? null : (
          <p className="muted center">
            {resend.status === 'done' ? texts.resent : texts.missing}{' '}
            <button
              className="link"
              disabled={seconds > 0 || resend.status === 'running'}
              onClick={() => resend.run()}
              type="button"
            >
              {seconds > 0 ? texts.resendIn(seconds) : texts.resend}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** The boxes show an error until the next digit. */
function boxState(status: 'idle' | 'running' | 'done' | 'failed', digits: string) {
  if (status === 'running') return 'busy';
  if (status === 'done') return 'success';
  return status === 'failed' && digits === '' ? 'error' : 'idle';
}

/** What the code screen says of an error. Codes of the catalogue win over the server's own words (decision 36). L§8. */
function codeProblem(error: ServiceError): string {
  if (error.code === 'invalid_credentials') return texts.wrongCode;
  if (error.code === 'too_many_requests') return texts.tooMany;
  if (error.status === 400 || error.status === 422) return error.message;
  return texts.failed;
}

export const emailCodeScreen = defineScreen<EmailCodeProps, EmailCodeExits>({
  name: 'AWAITING_PASSWORDLESS_CODE',
  height: 'compact',
  header: { back: 'back' },
  // A login that the person walked away from must not finish behind his back.
  onClose: (_props, { emailLogin }) => emailLogin.reset(),
  View: EmailCodeView,
});
