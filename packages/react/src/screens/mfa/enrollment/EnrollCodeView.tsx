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
import { type CodeMethod, codeFactors, type EnrollmentOf } from '../factors/list.ts';
import { mfaProblem } from '../mfaProblem.ts';
import { useAttempts } from '../useAttempts.ts';
import { useResend } from '../useResend.ts';

export type EnrollCodeProps<Method extends CodeMethod = CodeMethod> = {
  [M in Method]: { readonly method: M; readonly enrollment: EnrollmentOf<M> };
}[Method];

export interface Enrolled {
  readonly method: MfaMethod;
  /** True if it is the user's first factor. Backup codes follow. */
  readonly isFirst: boolean;
}

export interface EnrollCodeExits {
  enrolled: Enrolled;
  /** No more codes are accepted. */
  ended: { error: ServiceError };
  /** Error that another code does not resolve. */
  failed: Failed<EnrollCodeProps>;
  back: undefined;
}

/** Errors shown under the code field. */
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

function operationsOf<Method extends CodeMethod>({ method, enrollment }: EnrollCodeProps<Method>) {
  const { enroll, isTimed = false, sending } = codeFactors[method].code;
  return {
    isTimed,
    enroll: (client: LatchkeyClient, mfaCode: string) => enroll(client, enrollment, mfaCode),
    resend: sending && ((client: LatchkeyClient) => sending.resend(client, enrollment)),
    recipient: sending?.recipientOf(enrollment) ?? null,
  };
}

/**
 * Screen for the first code of an authenticator app or phone number, which completes the enrolment (MFA-08, MFA-15).
 */
export function EnrollCodeView({ props, exit }: ViewProps<EnrollCodeProps, EnrollCodeExits>) {
  const texts = useTexts('mfaEnrollCode', mfaEnrollCodeTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const { client } = useServices();
  const [isFirst] = useState(() => client.getState().user?.mfaMethods.length === 0);
  const attempts = useAttempts((error) => exit('ended', { error }));
  const { enroll, isTimed, recipient, resend } = operationsOf(props);
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
        // A refusal that requires a factor does not concern the code.
        if (!told.includes(error.code) || findFactorPrompt(error)) exit('failed', { error });
      }}
      problemOf={(error) => mfaProblem(attempts.ended ?? error, errors)}
      submit={(mfaCode) => enroll(client, mfaCode)}
      title={texts.title}
      {...(resend ? { resend: sendAgain } : {})}
    >
      {isTimed && !attempts.ended ? <p className="field-hint center">{texts.clock}</p> : null}
      {resend ? <slot name="captcha" /> : null}
    </CodePage>
  );
}
