import { initEnrollmentWithSms } from '@latchkey/core';
import { mfaErrorsTexts } from '../../../texts/generated/en/mfaErrors.ts';
import { mfaSmsTexts } from '../../../texts/generated/en/mfaSms.ts';
import { useTexts } from '../../../texts/index.ts';
import { LineIcon } from '../../../ui/index.ts';
import { useErrorText } from '../../error/useErrorText.ts';
import { PhoneField } from '../../methods/sms/PhoneField.tsx';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { mfaProblem } from '../mfaProblem.ts';
import type { EnrollExits, EnrollProps } from './enrolling.ts';
import type { SmsEnrollment } from './smsFactor.ts';
import { smsIcon } from './smsIcon.ts';

/** Errors shown under the field: another number, or a later attempt, may succeed. */
const told: readonly string[] = [
  'delivery_failed',
  'invalid_data',
  'not_supported',
  'too_many_requests',
  'twilio_verification_failed',
];

/** Screen for the phone number that will receive codes (MFA-08, MFA-09). */
export function EnrollSmsView({
  props: { earlier },
  exit,
}: ViewProps<EnrollProps<SmsEnrollment>, EnrollExits<SmsEnrollment>>) {
  const texts = useTexts('mfaSms', mfaSmsTexts);
  const errors = useTexts('mfaErrors', mfaErrorsTexts);
  const textOf = useErrorText();
  const { name } = useSettings();
  const { client } = useServices();
  const { run, status, error } = useTask({
    work: (phoneNumber: string) => initEnrollmentWithSms(client, { phoneNumber }),
    onDone: (_, phoneNumber) => exit('begun', { phoneNumber }),
    onFailed(failure, phoneNumber) {
      if (!told.includes(failure.code))
        exit('failed', { error: failure, again: { earlier: { phoneNumber } } });
    },
  });
  return (
    <Page detail={texts.detail} icon={<LineIcon path={smsIcon} />} title={texts.title}>
      <div>
        <PhoneField busy={status === 'running'} onSubmit={run} typed={earlier?.phoneNumber ?? ''} />
        <slot name="captcha" />
        <p className="field-error" role="alert">
          {error && (error.code === 'not_supported' ? textOf(error).detail : mfaProblem(error, errors))}
        </p>
      </div>
      <p className="field-hint center">{texts.consent({ app: name })}</p>
    </Page>
  );
}
