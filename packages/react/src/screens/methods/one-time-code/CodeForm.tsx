import type { CodeFlow } from '@latchkey/core/login';
import type { ServiceError } from '@latchkey/wire';
import { useState, useSyncExternalStore } from 'react';
import { CodeInput, Icon, Title, useTexts } from '../../../ui/index.ts';
import { useTask } from '../../useTask.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

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

export interface CodeFormProps<Result> {
  /** The address or number that the code went to, as it was typed. */
  readonly recipient: string;
  readonly flow: Pick<CodeFlow<unknown>, 'getState' | 'subscribe' | 'resendCode'>;
  /** Does what the code is for. */
  submit(code: string): Promise<Result>;
  onDone(result: Result): void;
  onFailed?(error: ServiceError): void;
}

/** Six boxes for a code that was sent, what became of it, and another one for the asking. */
export function CodeForm<Result>({ recipient, flow, submit, onDone, onFailed }: CodeFormProps<Result>) {
  const texts = useTexts('code', codeScreenTexts);
  const { resendAvailableAtMs } = useSyncExternalStore(flow.subscribe, flow.getState);
  const seconds = useSecondsUntil(resendAvailableAtMs);
  const [digits, setDigits] = useState('');
  const task = useTask({
    work: submit,
    onDone,
    onFailed(failure) {
      setDigits('');
      onFailed?.(failure);
    },
  });
  const resend = useTask({ work: () => flow.resendCode(), onDone: () => setDigits('') });
  const error = task.status === 'failed' ? task.error : resend.error;

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <span className="mark">
            <Icon name={recipient.includes('@') ? 'mail' : 'phone'} />
          </span>
          <Title>{texts.title}</Title>
          <p className="muted">
            {texts.sentTo} <bdi className="strong">{recipient}</bdi>
          </p>
        </div>
        <CodeInput
          error={error && digits === '' ? codeProblem(error, texts) : null}
          focusOn={resend.status === 'done' ? resendAvailableAtMs : null}
          label={texts.label}
          onChange={setDigits}
          onComplete={task.run}
          state={boxState(task.status, digits)}
          texts={{ notNumeric: texts.notNumeric }}
          value={digits}
        />
        <p className="code-status" data-done={task.status === 'done' || undefined} role="status">
          {task.status === 'done' ? texts.success : task.status === 'running' ? texts.checking : null}
        </p>
        {task.status === 'done' || task.status === 'running' ? null : (
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
        <slot name="captcha" />
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

/** What the code screen says of an error. Codes of the catalogue win over the server's own words. */
function codeProblem(
  error: ServiceError,
  texts: Pick<typeof codeScreenTexts, 'wrongCode' | 'tooMany' | 'failed'>,
): string {
  if (error.code === 'invalid_credentials') return texts.wrongCode;
  if (error.code === 'too_many_requests') return texts.tooMany;
  if (error.status === 400 || error.status === 422) return error.message;
  return texts.failed;
}
