import { initEnrollmentWithSms, initMfa, submitEnrollmentWithSms } from '@latchkey/core';
import { type FactorScreens, factorCode } from './factor.ts';

/** A number that is being enrolled. */
export interface SmsEnrollment {
  readonly phoneNumber: string;
}

export const smsFactor = {
  icon: 'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v7a1.5 1.5 0 0 1-1.5 1.5H10l-4 3v-3H4.5A1.5 1.5 0 0 1 3 12.5v-7A1.5 1.5 0 0 1 4.5 4ZM6.75 9h.01M10 9h.01M13.25 9h.01',
  isUsedForLogin: ({ phone }) => Boolean(phone),
  code: factorCode<SmsEnrollment>({
    enroll: (client, { phoneNumber }, mfaCode) => submitEnrollmentWithSms(client, { phoneNumber, mfaCode }),
    sending: {
      send: (client) => initMfa(client, 'sms'),
      resend: (client, { phoneNumber }) => initEnrollmentWithSms(client, { phoneNumber }),
      // As the service's list of factors shows it.
      recipientOf: ({ phoneNumber }) => `${phoneNumber.slice(0, 2)}${'•'.repeat(7)}${phoneNumber.slice(-2)}`,
    },
  }),
} as const satisfies FactorScreens;
