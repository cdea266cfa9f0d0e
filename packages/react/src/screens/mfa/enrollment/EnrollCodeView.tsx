import {
  findFactorPrompt,
  initEnrollmentWithSms,
  submitEnrollmentWithSms,
  submitEnrollmentWithTotp,
  type TotpSecret,
} from '@latchkey/core';
import type { ErrorCode, MfaMethod, ServiceError } from '@latchkey/wire';
import { useState } from 'react';
import { mfaEnrollCodeTexts } from '../../../texts/generated/en/mfaEnrollCode.ts';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { useTexts } from '../../../texts/index.ts';
import { CodePage } from '../../methods/one-time-code/CodePage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { FactorIcon } from '../FactorIcon.tsx';
import { mfaProblem } from '../mfaProblem.ts';
import { useAttempts } from '../useAttempts.ts';
import { useResend } from '../useResend.ts';

export type EnrollCodeProps =
  | { readonly method: 'totp'; readonly enrollment: TotpSecret }
  | { readonly method: 'sms'; readonly phoneNumber: string };

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

/** The first code of an authenticator app or a number: with it, that is a second factor (MFA-08, MFA-15). */
export function EnrollCodeView({ props, exit }: ViewProps<EnrollCodeProps, EnrollCodeExits>) {
  const texts = useTexts('mfaEnrollCode', mfaEnrollCodeTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const { client } = useServices();
  const [isFirst] = useState(() => client.getState().user?.mfaMethods.length === 0);
  const attempts = useAttempts((error) => exit('ended', { error }));
  const phoneNumber = props.method === 'sms' ? props.phoneNumber : '';
  const resend = useResend(() => initEnrollmentWithSms(client, { phoneNumber }), true);

  return (
    <CodePage
      detail={
        props.method === 'totp' ? (
          texts.totp
        ) : (
          <>
            {texts.sms}{' '}
            <bdi className="strong" dir="ltr">
              {mask(phoneNumber)}
            </bdi>
          </>
        )
      }
      failure={attempts.ended}
      icon={<FactorIcon name={props.method} />}
      isBlocked={attempts.ended !== null}
      onDone={() => exit('enrolled', { method: props.method, isFirst })}
      onFailed={(error) => {
        attempts.note(error);
        // A refusal that asks for a factor is none of the code.
        if (!told.includes(error.code) || findFactorPrompt(error)) exit('failed', { error });
      }}
      problemOf={(error) => mfaProblem(attempts.ended ?? error, errors)}
      submit={(mfaCode) =>
        props.method === 'totp'
          ? submitEnrollmentWithTotp(client, { mfaCode })
          : submitEnrollmentWithSms(client, { phoneNumber, mfaCode })
      }
      title={texts.title}
      {...(props.method === 'sms' ? { resend } : {})}
    >
      {props.method === 'totp' && !attempts.ended ? <p className="field-hint center">{texts.clock}</p> : null}
      {props.method === 'sms' ? <slot name="captcha" /> : null}
    </CodePage>
  );
}

/** A number but for most of its digits, as the service's list of factors says it. */
const mask = (number: string) => `${number.slice(0, 2)}${'•'.repeat(7)}${number.slice(-2)}`;
