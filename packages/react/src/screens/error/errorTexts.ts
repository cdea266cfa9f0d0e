import type { ErrorCode, ServiceError } from '@latchkey/wire';

/** What the error screen says. */
export interface ErrorText {
  readonly title: string;
  /** `null` shows the error's own message. */
  readonly detail: string | null;
  readonly button: string;
}

const rows = {
  captcha_failure: {
    title: 'Something went wrong',
    detail: 'You did not pass CAPTCHA. Please try again.',
    button: 'Retry',
  },
  captcha_timeout: {
    title: 'Something went wrong',
    detail: 'Something went wrong! Please try again later.',
    button: 'Try again',
  },
  client_request_timeout: { title: 'Timed out', detail: null, button: 'Try again' },
  disallowed_login_method: { title: 'Not allowed', detail: null, button: 'Try another method' },
  insufficient_balance: { title: 'Insufficient balance', detail: null, button: 'Try again' },
  invalid_captcha: { title: 'Something went wrong', detail: 'Please try again.', button: 'Try again' },
  invalid_credentials: { title: 'Something went wrong. Try again.', detail: '', button: 'Try again' },
  linked_to_another_user: {
    title: 'Authentication failed',
    detail: 'This account has already been linked to another user.',
    button: 'Try again',
  },
  missing_or_invalid_token: {
    title: 'Something went wrong',
    // Spelt so, for those who look for the words that they know (decision 48).
    detail: 'An error has occured, please login again.',
    button: 'Try again',
  },
  not_supported: {
    title: 'This region is not supported',
    detail: 'SMS authentication from this region is not available',
    button: 'Try another method',
  },
  passkey_already_added: {
    title: 'Something went wrong',
    detail: 'This device already has a passkey for this account.',
    button: 'Try again',
  },
  passkey_not_allowed: {
    title: 'Something went wrong',
    detail: 'Passkey request timed out or rejected by user.',
    button: 'Retry',
  },
  passkey_not_supported: {
    title: 'Something went wrong',
    detail: "Passkeys aren't available here. Try another method.",
    button: 'Try another method',
  },
  too_many_requests: { title: 'Request failed', detail: 'Too many attempts.', button: 'Try again later' },
} as const satisfies Partial<Record<ErrorCode, ErrorText>>;

/** The catalogue's rows (ERR-01 to ERR-14), and what is said of every other error. */
export const errorTexts = {
  rows,
  fallback: { title: 'Something went wrong', detail: 'Try again later', button: 'Try again' },
} as const;
/** The catalogue in some language. */
export type ErrorTexts = { rows: { [C in keyof typeof rows]: ErrorText }; fallback: ErrorText };

const lastingCodes: readonly ErrorCode[] = [
  'account_on_hold',
  'embedded_wallet_already_exists',
  'insecure_context',
  'missing_or_invalid_mfa',
];

/**
 * Tells whether a failure stays the same however often the person tries, so that its words stand in `lastingTexts`. Of
 * `not_supported` the row of the catalogue is for regions without text messages, and for services that name no cause.
 */
export const isLasting = ({ code, details }: ServiceError): boolean =>
  code === 'not_supported' ? (details?.reason ?? 'sms_region') !== 'sms_region' : lastingCodes.includes(code);

/**
 * What a person reads about an error: the row of its code; else, when the service refused the request (400 or 422), the
 * service's message; else the default (ERR-12, ERR-14, decision 36). A message is shown as text, never as markup.
 */
export function errorTextOf(
  error: ServiceError,
  { rows, fallback }: ErrorTexts = errorTexts,
): { title: string; detail: string; button: string } {
  // A session that ended meanwhile has no token either.
  const code = error.code === 'must_be_authenticated' ? 'missing_or_invalid_token' : error.code;
  const row = Object.hasOwn(rows, code) ? rows[code as keyof typeof rows] : undefined;
  if (row) return { ...row, detail: row.detail ?? error.message };
  if (error.status === 400 || error.status === 422) return { ...fallback, detail: error.message };
  return { ...fallback, detail: fallback.detail ?? '' };
}
