import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { errorsTexts } from '../../texts/generated/en/errors.ts';

export interface ErrorText {
  readonly title: string;
  /** Null shows the error's own message. */
  readonly detail: string | null;
  readonly button: string;
}

type Rows = typeof errorsTexts.rows;
/** Texts by code, and the text of every other error. */
interface ErrorTexts {
  readonly rows: { readonly [Code in keyof Rows]: Code extends ErrorCode ? ErrorText : never };
  readonly fallback: ErrorText;
}

const lastingCodes: readonly ErrorCode[] = [
  'account_on_hold',
  'embedded_wallet_already_exists',
  'insecure_context',
  'missing_or_invalid_mfa',
];

/**
 * Returns true for a failure that another try does not change. `lastingErrorsTexts` has its text. The text of
 * `not_supported` is in `errorsTexts` if the reason is a region without SMS, or if the error gives no reason.
 */
export const isLasting = ({ code, details }: ServiceError): boolean =>
  code === 'not_supported' ? (details?.reason ?? 'sms_region') !== 'sms_region' : lastingCodes.includes(code);

/**
 * Returns the text of an error: the row of its code; else, if the service refused the request (400 or 422), the
 * service's message; else the default (ERR-12, ERR-14, decision 336).
 */
export function errorTextOf(
  error: ServiceError,
  { rows, fallback }: ErrorTexts = errorsTexts,
): { title: string; detail: string; button: string } {
  // A session that has ended has no token either, so both errors have the same text.
  const code = error.code === 'must_be_authenticated' ? 'missing_or_invalid_token' : error.code;
  const row = Object.hasOwn(rows, code) ? rows[code as keyof Rows] : undefined;
  if (row) return { ...row, detail: row.detail ?? error.message };
  if (error.status === 400 || error.status === 422) return { ...fallback, detail: error.message };
  return { ...fallback, detail: fallback.detail ?? '' };
}
