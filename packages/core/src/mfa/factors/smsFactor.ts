import { mfaRoutes } from '@latchkey/wire';
import { passIfAsked } from '../../captcha/index.ts';
import { requestCode } from '../../codeRequest.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callWithToken } from '../../session/index.ts';
import { initEnrollment, readEnrollmentCode, submitEnrollment } from '../enrollment.ts';
import { type FactorRecord, toShownCode } from './factor.ts';

/**
 * Begins to enrol a number, which gets a code. A second one in a day takes a captcha, which is passed on the way.
 *
 * @throws ServiceError as {@link initEnrollmentWithTotp}; `not_supported` also for a user who logs in by SMS,
 * `too_many_requests` within 30 seconds, and for the day where the app or the user has had as many numbers as it gives,
 * `captcha_failure`, `captcha_timeout`, `twilio_verification_failed`
 */
export async function initEnrollmentWithSms(
  client: LatchkeyClient,
  { phoneNumber }: { readonly phoneNumber: string },
): Promise<void> {
  await passIfAsked(client, ({ token }) =>
    requestCode(client, `enrol ${phoneNumber}`, ({ request_id: requestId }) => {
      const captcha = token === undefined ? {} : { captchaToken: token };
      return initEnrollment(client, { method: 'sms', phoneNumber, requestId, ...captcha });
    }),
  );
}

/** Enrols the number by the code that it got. Fails as {@link submitEnrollmentWithTotp} does. */
export async function submitEnrollmentWithSms(
  client: LatchkeyClient,
  { phoneNumber, mfaCode }: { readonly phoneNumber: string; readonly mfaCode: string },
): Promise<void> {
  await submitEnrollment(client, { method: 'sms', phoneNumber, code: readEnrollmentCode(mfaCode) });
}

export const smsFactor: FactorRecord = {
  async start(client) {
    const { session } = contextsOf(client);
    await requestCode(client, 'mfa', (id) =>
      callWithToken(session, mfaRoutes.startSms, { body: { action: 'verify', ...id } }),
    );
    return undefined;
  },
  toShown: toShownCode,
};
