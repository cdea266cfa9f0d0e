import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { initInFrame, readEnrollmentCode, submitInFrame } from '../enrollment.ts';
import { type FactorRecord, toShownCode } from './factor.ts';

/** Secret that sets up an authenticator app. */
export interface TotpSecret {
  /** Secret to type, in base 32. */
  readonly secret: string;
  /** `otpauth:` URI for a QR code. */
  readonly authUrl: string;
}

/**
 * Starts to enrol an authenticator app. A user who already has a second factor is prompted to verify it, unless they
 * have just done so for a change of factors.
 *
 * @returns the secret, which must be enrolled within ten minutes
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` for a first factor (confirm the login with
 *   `reauthenticate`), `not_supported` if the app accepts no authenticator apps, or the user has one or is a
 *   guest, and the errors of a verification
 */
export async function initEnrollmentWithTotp(client: LatchkeyClient): Promise<TotpSecret> {
  const { secret, authUrl } = await initInFrame(client, { method: 'totp' });
  if (!secret || !authUrl) return fail('unknown_embedded_wallet_error');
  return { secret, authUrl };
}

/**
 * Enrols the authenticator app with a code that it shows. If it is the user's first factor, their first wallet, if any,
 * signs the enrolment, in the frame and without a prompt.
 *
 * @throws ServiceError `invalid_enrollment_code` for a wrong code, `mfa_verification_max_attempts_reached`, `not_found`
 *   if the enrolment expired, `wallet_not_on_device` if this browser does not hold that wallet, and other errors of the
 *   wallet frame
 * @example
 * const { authUrl } = await initEnrollmentWithTotp(client);
 * showQrCode(authUrl);
 * await submitEnrollmentWithTotp(client, { mfaCode: '123456' });
 */
export async function submitEnrollmentWithTotp(
  client: LatchkeyClient,
  { mfaCode }: { readonly mfaCode: string },
): Promise<void> {
  await submitInFrame(client, { method: 'totp', code: readEnrollmentCode(mfaCode) });
}

export const totpFactor = {
  init: initEnrollmentWithTotp,
  submit: submitEnrollmentWithTotp,
  toShown: toShownCode,
} satisfies FactorRecord;
