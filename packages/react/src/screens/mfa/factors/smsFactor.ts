import { initEnrollmentWithSms, initMfa, submitEnrollmentWithSms } from '@latchkey/core';
import { type FactorScreens, factorCode } from './factor.ts';
import { smsIcon } from './smsIcon.ts';

export interface SmsEnrollment {
  readonly phoneNumber: string;
}

export const smsFactor = {
  icon: smsIcon,
  isUsedForLogin: ({ phone }) => Boolean(phone),
  loadView: async () => (await import('./SmsView.tsx')).EnrollSmsView,
  code: factorCode<SmsEnrollment>({
    enroll: (client, { phoneNumber }, mfaCode) => submitEnrollmentWithSms(client, { phoneNumber, mfaCode }),
    sending: {
      send: (client) => initMfa(client, 'sms'),
      resend: (client, { phoneNumber }) => initEnrollmentWithSms(client, { phoneNumber }),
      // Same format as in the service's list of factors.
      recipientOf: ({ phoneNumber }) => `${phoneNumber.slice(0, 2)}${'•'.repeat(7)}${phoneNumber.slice(-2)}`,
    },
  }),
} as const satisfies FactorScreens;
