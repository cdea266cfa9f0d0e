import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { useState, useSyncExternalStore } from 'react';
import type { LoginResult } from '../../../flow/index.ts';
import { CodeInput, Title, useTexts } from '../../../ui/index.ts';
import { defineScreen, type ViewProps } from '../../screen.ts';
import { type CodeChannel, useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

export interface CodeProps {
  readonly channel: CodeChannel;
  /** The address or number that the code went to, as it was typed. */
  readonly recipient: string;
  /** Whether only somebody who has an account gets in. @default false */
  readonly disableSignup?: boolean;
}

export interface CodeExits {
  verified: LoginResult;
  /** The code is used up, or no code would help. */
  failed: { error: ServiceError };
  back: undefined;
}

export const codeScreenTexts = {
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

function CodeView({ props, exit }: ViewProps<CodeProps, CodeExits>) {
  const texts = useTexts('code', codeScreenTexts);
  const codeLogin = useServices().codeLogins[props.channel];
  const { resendAvailableAtMs } = useSyncExternalStore(codeLogin.subscribe, codeLogin.getState);
  const seconds = useSecondsUntil(resendAvailableAtMs);
  const [digits, setDigits] = useState('');
  const login = useTask({
    work: (code: string) => codeLogin.loginWithCode({ code, disableSignup: props.disableSignup === true }),
    onDone: ({ user, isNewUser }) => exit('verified', { user, isNewUser, loginMethod: props.channel }),
    onFailed: (error) => (isFinal(error) ? exit('failed', { error }) : setDigits('')),
  });
  const resend = useTask({ work: () => codeLogin.resendCode(), onDone: () => setDigits('') });
  const error = login.status === 'failed' ? login.error : resend.error;

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{texts.title}</Title>
          <p className="muted">
            {texts.sentTo} <bdi className="strong">{props.recipient}</bdi>
          </p>
        </div>
        <CodeInput
          error={error && digits === '' ? codeProblem(error, texts) : null}
          focusOn={resend.status === 'done' ? resendAvailableAtMs : null}
          label={texts.label}
          onChange={setDigits}
          onComplete={login.run}
          state={boxState(login.status, digits)}
          texts={{ notNumeric: texts.notNumeric }}
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

/** Refusals that another code to the same recipient does not change. */
const finalCodes: readonly ErrorCode[] = [
  'allowlist_rejected',
  'authentication_failed',
  'disallowed_login_method',
  'max_accounts_reached',
  'unknown_auth_error',
  'user_does_not_exist',
];
const isFinal = ({ code }: ServiceError) => finalCodes.includes(code);

/** The boxes show an error until the next digit. */
function boxState(status: 'idle' | 'running' | 'done' | 'failed', digits: string) {
  if (status === 'running') return 'busy';
  if (status === 'done') return 'success';
  return status === 'failed' && digits === '' ? 'error' : 'idle';
}

/** What the code screen says of an error. Codes of the catalogue win over the server's own words (decision 36). L§8. */
function codeProblem(
  error: ServiceError,
  texts: Pick<typeof codeScreenTexts, 'wrongCode' | 'tooMany' | 'failed'>,
): string {
  if (error.code === 'invalid_credentials') return texts.wrongCode;
  if (error.code === 'too_many_requests') return texts.tooMany;
  if (error.status === 400 || error.status === 422) return error.message;
  return texts.failed;
}

export const codeScreen = defineScreen<CodeProps, CodeExits>({
  name: 'AWAITING_PASSWORDLESS_CODE',
  height: 'compact',
  header: { back: 'back' },
  // A login that the person walked away from must not finish behind his back.
  onClose: ({ channel }, { codeLogins }) => codeLogins[channel].reset(),
  View: CodeView,
});
