import { findFactorPrompt, type LatchkeyClient } from '@latchkey/core';
import type { ErrorCode, MfaMethod, ServiceError } from '@latchkey/wire';
import { useState } from 'react';
import { mfaEnrollCodeTexts } from '../../../texts/generated/en/mfaEnrollCode.ts';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { useTexts } from '../../../texts/index.ts';
import { CodePage } from '../../methods/one-time-code/CodePage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import { type CodeMethod, type EnrollmentOf, factorCodes } from '../factors/list.ts';
import { mfaProblem } from '../mfaProblem.ts';
import { useAttempts } from '../useAttempts.ts';
import { useResend } from '../useResend.ts';

/** An enrolment that waits for its first code. */
export type EnrollCodeProps<Method extends CodeMethod = CodeMethod> = {
  [M in Method]: { readonly method: M; readonly enrollment: EnrollmentOf<M> };
}[Method];

export interface Enrolled {
  readonly method: MfaMethod;
  /** Whether it is the person's first: backup codes follow. */
  readonly isFirst: boolean;
}

export interface EnrollCodeExits {
  enrolled: Enrolled;
  /** No more code is taken. */
  ended: { error: ServiceError };
  /** Something that another code does not change. */
  failed: Failed<EnrollCodeProps>;
  back: undefined;
}

/** What is told under the boxes: the same code or another one may do. */
const told: readonly ErrorCode[] = [
  'client_request_timeout',
  'delivery_failed',
  'invalid_enrollment_code',
  'mfa_verification_max_attempts_reached',
  'missing_or_invalid_mfa',
  'network_error',
  'service_unavailable',
  'too_many_requests',
  'twilio_verification_failed',
];

/** Returns the operations of an enrolment: those of its method, with what it has begun with. */
function operationsOf<Method extends CodeMethod>({ method, enrollment }: EnrollCodeProps<Method>) {
  const { enroll, sending } = factorCodes[method];
  return {
    enroll: (client: LatchkeyClient, mfaCode: string) => enroll(client, enrollment, mfaCode),
    resend: sending && ((client: LatchkeyClient) => sending.resend(client, enrollment)),
    recipient: sending?.recipientOf(enrollment) ?? null,
  };
}

/** The first code of an authenticator app or a number: with it, that is a second factor (MFA-08, MFA-15). */
export function EnrollCodeView({ props, exit }: ViewProps<EnrollCodeProps, EnrollCodeExits>) {
  const texts = useTexts('mfaEnrollCode', mfaEnrollCodeTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const { client } = useServices();
  const [isFirst] = useState(() => client.getState().user?.mfaMethods.length === 0);
  const attempts = useAttempts((error) => exit('ended', { error }));
  const { enroll, recipient, resend } = operationsOf(props);
  const sendAgain = useResend(async () => resend?.(client), true);
  const { method } = props;

  return (
    <CodePage
      detail={
        recipient === null ? (
          texts[method]
        ) : (
          <>
            {texts[method]}{' '}
            <bdi className="strong" dir="ltr">
              {recipient}
            </bdi>
          </>
        )
      }
      failure={attempts.ended}
      icon={<FactorIcon name={method} />}
      isBlocked={attempts.ended !== null}
      onDone={() => exit('enrolled', { method, isFirst })}
      onFailed={(error) => {
        attempts.note(error);
        // A refusal that asks for a factor is none of the code.
        if (!told.includes(error.code) || findFactorPrompt(error)) exit('failed', { error });
      }}
      problemOf={(error) => mfaProblem(attempts.ended ?? error, errors)}
      submit={(mfaCode) => enroll(client, mfaCode)}
      title={texts.title}
      {...(resend ? { resend: sendAgain } : {})}
    >
      {resend || attempts.ended ? null : <p className="field-hint center">{texts.clock}</p>}
      {resend ? <slot name="captcha" /> : null}
    </CodePage>
  );
}
