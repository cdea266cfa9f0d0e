import type { CodeFlow } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useSyncExternalStore } from 'react';
import { codeTexts } from '../../../texts/generated/en/code.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon } from '../../../ui/index.ts';
import { CodePage, type CodePageProps } from './CodePage.tsx';

export interface CodeFormProps<Result>
  extends Pick<CodePageProps<Result>, 'submit' | 'typed' | 'onDone' | 'onFailed'> {
  readonly recipient: string;
  readonly flow: Pick<CodeFlow<unknown>, 'getState' | 'subscribe' | 'resendCode'>;
}

export function CodeForm<Result>({ recipient, flow, ...operations }: CodeFormProps<Result>) {
  const texts = useTexts('code', codeTexts);
  const { resendAvailableAtMs } = useSyncExternalStore(flow.subscribe, flow.getState);
  return (
    <CodePage
      detail={
        <>
          {texts.sentTo} <bdi className="strong">{recipient}</bdi>
        </>
      }
      icon={<Icon name={recipient.includes('@') ? 'mail' : 'phone'} />}
      notNumeric={texts.notNumeric}
      problemOf={(error) => codeProblem(error, texts)}
      resend={{ availableAtMs: resendAvailableAtMs, send: () => flow.resendCode() }}
      title={texts.title}
      {...operations}
    >
      <slot name="captcha" />
    </CodePage>
  );
}

/** A text for the error's code replaces the server's message. */
function codeProblem(
  error: ServiceError,
  texts: Pick<typeof codeTexts, 'wrongCode' | 'tooMany' | 'failed'>,
): string {
  if (error.code === 'invalid_credentials') return texts.wrongCode;
  if (error.code === 'too_many_requests') return texts.tooMany;
  if (error.status === 400 || error.status === 422) return error.message;
  return texts.failed;
}
