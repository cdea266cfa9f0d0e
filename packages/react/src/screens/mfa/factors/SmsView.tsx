import { initEnrollmentWithSms } from '@latchkey/core';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { mfaSmsTexts } from '../../../texts/generated/en/mfaSms.ts';
import { useTexts } from '../../../texts/index.ts';
import { useErrorText } from '../../error/useErrorText.ts';
import { PhoneField } from '../../methods/sms/PhoneField.tsx';
import { Page } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { mfaProblem } from '../mfaProblem.ts';
import { FactorIcon } from './FactorIcon.tsx';
import type { SmsEnrollment } from './smsFactor.ts';

export interface EnrollSmsProps {
  /** What was typed before, for a person who comes back. */
  readonly typed?: string;
}

export interface EnrollSmsExits {
  'code-sent': SmsEnrollment;
  failed: Failed<EnrollSmsProps>;
  back: undefined;
}

/** Failures that are told under the field: another number, or another moment, may do. */
const told: readonly string[] = [
  'delivery_failed',
  'invalid_data',
  'not_supported',
  'too_many_requests',
  'twilio_verification_failed',
];

/** The number that gets codes from then on (MFA-08, MFA-09). */
export function EnrollSmsView({ props: { typed = '' }, exit }: ViewProps<EnrollSmsProps, EnrollSmsExits>) {
  const texts = useTexts('mfaSms', mfaSmsTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const textOf = useErrorText();
  const { name } = useSettings();
  const { client } = useServices();
  const { run, status, error } = useTask({
    work: (phoneNumber: string) => initEnrollmentWithSms(client, { phoneNumber }),
    onDone: (_, phoneNumber) => exit('code-sent', { phoneNumber }),
    onFailed(failure, phoneNumber) {
      if (!told.includes(failure.code)) exit('failed', { error: failure, again: { typed: phoneNumber } });
    },
  });
  return (
    <Page detail={texts.detail} icon={<FactorIcon name="sms" />} title={texts.title}>
      <div>
        <PhoneField busy={status === 'running'} onSubmit={run} typed={typed} />
        <slot name="captcha" />
        <p className="field-error" role="alert">
          {error && (error.code === 'not_supported' ? textOf(error).detail : mfaProblem(error, errors))}
        </p>
      </div>
      <p className="field-hint center">{texts.consent({ app: name })}</p>
    </Page>
  );
}
