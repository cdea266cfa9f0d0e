import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { mfaErrorsTexts } from '../../texts/generated/en/mfaErrors.ts';

const own: Partial<Record<ErrorCode, keyof typeof mfaErrorsTexts>> = {
  client_request_timeout: 'failed',
  delivery_failed: 'notSent',
  invalid_enrollment_code: 'invalid',
  mfa_timeout: 'timeout',
  mfa_verification_max_attempts_reached: 'tooMany',
  missing_or_invalid_mfa: 'invalid',
  network_error: 'failed',
  passkey_not_allowed: 'canceled',
  service_unavailable: 'failed',
  too_many_requests: 'wait',
  twilio_verification_failed: 'notSent',
};

/** Returns the text about a failed verification or enrolment (MFA-24 to MFA-29). */
export function mfaProblem(error: ServiceError, texts: typeof mfaErrorsTexts): string {
  const name = own[error.code];
  if (name) return texts[name];
  if (error.message === mfaErrorsTexts.unsupported) return texts.unsupported;
  return error.status === 400 || error.status === 422 ? error.message : texts.unknown;
}
