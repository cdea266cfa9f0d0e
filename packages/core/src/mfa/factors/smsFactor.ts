import { mfaRoutes } from '@latchkey/wire';
import { passIfAsked } from '../../captcha/index.ts';
import { requestCode } from '../../codeRequest.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callWithToken } from '../../session/index.ts';
import { initInFrame, readEnrollmentCode, submitInFrame } from '../enrollment.ts';
import { type FactorRecord, toShownCode } from './factor.ts';

/**
 * Starts to enrol a phone number and sends it a code. A second number or a sixth code on one day (UTC) requires a
 * captcha, which this call runs.
 *
 * @throws ServiceError as {@link initEnrollmentWithTotp}; `not_supported` also for a user with a linked phone number,
 *   `too_many_requests` within 30 seconds of the last code, and for the rest of the day if the app or the user has no
 *   codes for new numbers left, or if the app has no captcha and one is required, `captcha_failure`, `captcha_timeout`,
 *   `twilio_verification_failed`
 */
export async function initEnrollmentWithSms(
  client: LatchkeyClient,
  { phoneNumber }: { readonly phoneNumber: string },
): Promise<void> {
  await passIfAsked(client, ({ token }) =>
    requestCode(client, `enrol ${phoneNumber}`, ({ request_id: requestId }) => {
      const captcha = token === undefined ? {} : { captchaToken: token };
      return initInFrame(client, { method: 'sms', phoneNumber, requestId, ...captcha });
    }),
  );
}

/** Enrols the phone number with the code that it received. Fails as {@link submitEnrollmentWithTotp} does. */
export async function submitEnrollmentWithSms(
  client: LatchkeyClient,
  { phoneNumber, mfaCode }: { readonly phoneNumber: string; readonly mfaCode: string },
): Promise<void> {
  await submitInFrame(client, { method: 'sms', phoneNumber, code: readEnrollmentCode(mfaCode) });
}

export const smsFactor = {
  init: initEnrollmentWithSms,
  submit: submitEnrollmentWithSms,

  async start(client) {
    const { session } = contextsOf(client);
    await requestCode(client, 'mfa', (id) =>
      callWithToken(session, mfaRoutes.startSms, { body: { action: 'verify', ...id } }),
    );
    return undefined;
  },
  toShown: toShownCode,
} satisfies FactorRecord;
