import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { initEnrollment, readEnrollmentCode, submitEnrollment } from '../enrollment.ts';
import { type FactorRecord, toShownCode } from './factor.ts';

/** Secret with which an authenticator app is set up. */
export interface TotpSecret {
  /** For typing it, in base 32. */
  readonly secret: string;
  /** For a QR code: an `otpauth:` address. */
  readonly authUrl: string;
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
  const { secret, authUrl } = await initEnrollment(client, { method: 'totp' });
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
  await submitEnrollment(client, { method: 'totp', code: readEnrollmentCode(mfaCode) });
}

export const totpFactor: FactorRecord = { toShown: toShownCode };
