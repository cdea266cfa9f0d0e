import {
  type ErrorCode,
  errorTable,
  type FrameErrorType,
  frameErrorTypes,
  mfaMethods,
  ServiceError,
} from '@latchkey/wire';

/** Codes of the frame's error types that have one meaning (EMBW-18). The other types get their meaning from `code`. */
const codeOfType: Readonly<Record<string, ErrorCode>> = {
  wallet_not_on_device: 'wallet_not_on_device',
  invalid_recovery_pin: 'invalid_recovery_pin',
  missing_or_invalid_mfa: 'missing_or_invalid_mfa',
  mfa_verification_max_attempts_reached: 'mfa_verification_max_attempts_reached',
  mfa_timeout: 'mfa_timeout',
  twilio_verification_failed: 'twilio_verification_failed',
  invalid_request_arguments: 'invalid_data',
};

/**
 * Converts an error of the wallet frame to the client's. Its code is `too_many_requests` if the message reports a rate
 * limit, else the frame's code if that is known, else the code of its type, else `unknown_embedded_wallet_error`.
 * `details` has `expected`, `reason` and `retry_after_s` of the frame, and:
 *
 * - `type`: the frame's type (EMBW-18), or `error` for an unknown one
 * - `key`: the proof key that a confirmation must name
 * - `confirm_in`: `wallet` if the login must be confirmed on the wallet's own page
 * - `methods`: the accepted second factors, as in the service's answers
 */
export function fromFrameError(error: {
  type: string;
  message: string;
  code?: unknown;
  key?: unknown;
  confirm_in?: unknown;
  expected?: unknown;
  methods?: unknown;
  reason?: unknown;
  retry_after_s?: unknown;
}): ServiceError {
  // Published frames report a rate limit only in the message (EMBW-19).
  const isLimited = error.message.includes('code 429');
  const told = isErrorCode(error.code) ? error.code : codeOfType[error.type];
  const code = isLimited ? 'too_many_requests' : (told ?? 'unknown_embedded_wallet_error');
  const type = isErrorType(error.type) ? error.type : 'error';
  const key = typeof error.key === 'string' ? { key: error.key } : {};
  const place = error.confirm_in === 'wallet' ? { confirm_in: error.confirm_in } : {};
  const expected = typeof error.expected === 'string' ? { expected: error.expected.slice(0, 200) } : {};
  const reason = typeof error.reason === 'string' ? { reason: error.reason.slice(0, 64) } : {};
  const methods = Array.isArray(error.methods) ? { methods: mfaMethods.filter(isIn(error.methods)) } : {};
  const wait = typeof error.retry_after_s === 'number' ? { retry_after_s: error.retry_after_s } : {};
  return new ServiceError(code, {
    message: error.message.slice(0, 200),
    details: { type, ...key, ...place, ...expected, ...methods, ...reason, ...wait },
  });
}

const isIn = (list: readonly unknown[]) => (value: unknown) => list.includes(value);

function isErrorType(type: string): type is FrameErrorType {
  return (frameErrorTypes as readonly string[]).includes(type);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorTable, code);
}
