import type { ServiceError } from '@latchkey/wire';
import { type ReactNode, useEffect, useState } from 'react';
import { codeTexts } from '../../../texts/generated/en/code.ts';
import { useTexts } from '../../../texts/index.ts';
import { CodeInput } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import { useTask } from '../../useTask.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

export interface Resend {
  /** Time from which another code can be sent, in ms of `Date.now()`; null if it can be sent at once. */
  readonly availableAtMs: number | null;
  send(): Promise<unknown>;
}

export interface CodePageProps<Result> {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: ReactNode;
  /** Text for input that is not a number. Replaces the input's own text. */
  readonly notNumeric?: string;
  /** Absent if codes are not sent, such as those of an authenticator app. */
  readonly resend?: Resend;
  /** Error that the page did not raise itself, for example if no code could be sent. Hidden while digits are typed. */
  readonly failure?: ServiceError | null;
  /** True if no more codes are accepted. @default false */
  readonly isBlocked?: boolean;
  /** Code that was typed before another screen interrupted. It is submitted when the page appears. */
  readonly typed?: string | undefined;
  readonly children?: ReactNode;
  problemOf(error: ServiceError): string;
  submit(code: string): Promise<Result>;
  onDone(result: Result): void;
  onFailed?(error: ServiceError, code: string): void;
}

export function CodePage<Result>(page: CodePageProps<Result>) {
  const texts = useTexts('code', codeTexts);
  const { resend: another, isBlocked = false, notNumeric, typed = '' } = page;
  const [digits, setDigits] = useState(typed);
  const task = useTask({
    work: page.submit,
    onDone: page.onDone,
    onFailed(failure, code) {
      setDigits('');
      page.onFailed?.(failure, code);
    },
  });
  const { run } = task;
  useEffect(() => {
    if (typed) run(typed);
  }, [typed, run]);
  const resend = useTask({ work: async () => another?.send(), onDone: () => setDigits('') });
  const error = task.status === 'failed' ? task.error : (resend.error ?? page.failure);
  const isFree = task.status === 'idle' || task.status === 'failed';

  return (
    <Page detail={page.detail} icon={page.icon} title={page.title}>
      <CodeInput
        error={error && digits === '' ? page.problemOf(error) : null}
        focusOn={resend.status === 'done' ? another?.availableAtMs : null}
        label={texts.label}
        onChange={setDigits}
        onComplete={run}
        state={isBlocked ? 'blocked' : boxState(task.status, digits)}
        {...(notNumeric === undefined ? {} : { texts: { notNumeric } })}
        value={digits}
      />
      <p className="code-status" data-done={task.status === 'done' || undefined} role="status">
        {task.status === 'done' ? texts.success : task.status === 'running' ? texts.checking : null}
      </p>
      {isFree && another && !isBlocked ? (
        <Another isSending={resend.status === 'running'} onPress={resend.run} resend={another}>
          {resend.status === 'done' ? texts.resent : texts.missing}
        </Another>
      ) : null}
      {page.children}
    </Page>
  );
}

interface AnotherProps {
  readonly resend: Resend;
  readonly isSending: boolean;
  readonly children: string;
  onPress(): void;
}

function Another({ resend, isSending, children, onPress }: AnotherProps) {
  const texts = useTexts('code', codeTexts);
  const seconds = useSecondsUntil(resend.availableAtMs);
  return (
    <p className="muted center">
      {children}{' '}
      <button className="link" disabled={seconds > 0 || isSending} onClick={() => onPress()} type="button">
        {seconds > 0 ? texts.resendIn({ seconds }) : texts.resend}
      </button>
    </p>
  );
}

function boxState(status: 'idle' | 'running' | 'done' | 'failed', digits: string) {
  if (status === 'running') return 'busy';
  if (status === 'done') return 'success';
  return status === 'failed' && digits === '' ? 'error' : 'idle';
}
