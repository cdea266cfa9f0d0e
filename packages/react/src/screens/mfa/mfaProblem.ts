import type { ErrorCode, ServiceError } from '@latchkey/wire';

export const mfaErrorTexts = {
  invalid: 'The code you entered is not valid',
  tooMany:
    'You have exceeded the maximum number of attempts. Please close this window and try again in 10 seconds.',
  timeout: 'You have exceeded the time limit for code entry. Please try again in 30 seconds.',
  canceled: 'Verification canceled',
  failed: 'Something went wrong.',
  unsupported: 'Unsupported MFA method',
  unknown: 'Unknown error',
  wait: 'Too many requests. Please wait before trying again.',
  notSent: "We couldn't send the code. Try again.",
} as const;

export type MfaErrorTexts = { readonly [T in keyof typeof mfaErrorTexts]: string };

const own: Partial<Record<ErrorCode, keyof MfaErrorTexts>> = {
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

/** What a person reads about a verification that failed (MFA-24 to MFA-29). */
export function mfaProblem(error: ServiceError, texts: MfaErrorTexts): string {
  const name = own[error.code];
  if (name) return texts[name];
  if (error.message === mfaErrorTexts.unsupported) return texts.unsupported;
  return error.status === 400 || error.status === 422 ? error.message : texts.unknown;
}
