import { type FrameRequests, fail, type MfaMethod } from '@latchkey/wire';
import { passIfAsked } from '../captcha/index.ts';
import { requestCode } from '../codeRequest.ts';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { getToken } from './getToken.ts';

/** What an authenticator app is set up with. */
export interface TotpSecret {
  /** For typing it, in base 32. */
  readonly secret: string;
  /** For a QR code: an `otpauth:` address. */
  readonly authUrl: string;
}

type Enrolment = Omit<FrameRequests['privy:mfa:init-enrollment'], 'accessToken'>;
type Submission = Omit<FrameRequests['privy:mfa:submit-enrollment'], 'accessToken'>;

async function init(client: LatchkeyClient, enrolment: Enrolment) {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  return callFrame(frame, 'enrol', 'privy:mfa:init-enrollment', { accessToken, ...enrolment });
}

/** Enrols, and asks for the user anew, whose `mfaMethods` name it then (MFA-34). */
async function submit(client: LatchkeyClient, submission: Submission): Promise<void> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  await callFrame(frame, 'enrol', 'privy:mfa:submit-enrollment', { accessToken, ...submission });
  await refreshUser(client);
}

/** What was done is done, also where the service cannot be asked again now. */
async function refreshUser(client: LatchkeyClient): Promise<void> {
  await contextsOf(client)
    .session.renewUser()
    .catch(() => null);
}

/**
 * Begins to enrol an authenticator app. A user who has a second factor already verifies it on the way; so does every function
 * here that changes factors.
 *
 * @returns what the app is set up with; good for ten minutes
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` for a first factor (confirm it by `reauthenticate`),
 * `not_supported` where the app takes none or the user has one, and what verifying fails with
 */
export async function initEnrollmentWithTotp(client: LatchkeyClient): Promise<TotpSecret> {
  const { secret, authUrl } = await init(client, { method: 'totp' });
  if (!secret || !authUrl) return fail('unknown_embedded_wallet_error');
  return { secret, authUrl };
}

/**
 * Enrols the authenticator app by a code that it shows. A first factor is signed for by the wallet that the user had first, in
 * the frame and unseen.
 *
 * @throws ServiceError `invalid_enrollment_code` for a wrong code, `mfa_verification_max_attempts_reached`, `not_found` where
 * it was begun too long ago, `wallet_not_on_device` where this browser does not hold the wallet that has to sign
 * @example
 * const { authUrl } = await initEnrollmentWithTotp(client);
 * showQrCode(authUrl);
 * await submitEnrollmentWithTotp(client, { mfaCode: '123456' });
 */
export async function submitEnrollmentWithTotp(
  client: LatchkeyClient,
  { mfaCode }: { readonly mfaCode: string },
): Promise<void> {
  await submit(client, { method: 'totp', code: readCode(mfaCode) });
}

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
      return init(client, { method: 'sms', phoneNumber, requestId, ...captcha });
    }),
  );
}

/** Enrols the number by the code that it got. Fails as {@link submitEnrollmentWithTotp} does. */
export async function submitEnrollmentWithSms(
  client: LatchkeyClient,
  { phoneNumber, mfaCode }: { readonly phoneNumber: string; readonly mfaCode: string },
): Promise<void> {
  await submit(client, { method: 'sms', phoneNumber, code: readCode(mfaCode) });
}

/** Begins to enrol passkeys of the user's. Fails as {@link initEnrollmentWithTotp} does. */
export async function initEnrollmentWithPasskey(client: LatchkeyClient): Promise<void> {
  await init(client, { method: 'passkey' });
}

/**
 * Says which of the user's linked passkeys are second factors from now on; none removes the method (MFA-14).
 *
 * @throws ServiceError `not_found` for a passkey that is not theirs, and as {@link initEnrollmentWithTotp}
 */
export async function submitEnrollmentWithPasskey(
  client: LatchkeyClient,
  { credentialIds }: { readonly credentialIds: readonly string[] },
): Promise<void> {
  await submit(client, { method: 'passkey', credentialIds: [...credentialIds] });
}

/**
 * Removes a second factor: all passkeys together. The user verifies one first, each time.
 *
 * @throws ServiceError `not_found` where there is none, and what verifying fails with
 */
export async function unenroll(client: LatchkeyClient, method: MfaMethod): Promise<void> {
  if (method === 'passkey') return submitEnrollmentWithPasskey(client, { credentialIds: [] });
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  await callFrame(frame, 'enrol', 'privy:mfa:unenroll', { accessToken, method });
  await refreshUser(client);
}

function readCode(code: unknown): string {
  return typeof code === 'string' ? code.trim() : fail('invalid_data', { message: 'Invalid MFA code' });
}
