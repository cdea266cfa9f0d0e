import { type ErrorCode, errorTable, isCode } from '@latchkey/wire';

/** Errors that are answered to the caller of a back end. Any other is thrown. */
const forCallers: readonly ErrorCode[] = [
  'invalid_webhook',
  'missing_or_invalid_mfa',
  'missing_or_invalid_token',
  'service_unavailable',
];

/**
 * Answers a caller whose token, second factor or webhook was refused or could not be checked: `{ error, code }` with
 * the code's status: 401, 400 or 503. Leaves the reason out, because it would help an attacker.
 *
 * @throws any other error, such as that of a missing option: let it reach your log
 * @example catch (error) { return errorResponse(error); }
 */
export function errorResponse(error: unknown): Response {
  if (!isCode(error) || error.status === null || !forCallers.includes(error.code)) throw error;
  return Response.json({ error: errorTable[error.code].message, code: error.code }, { status: error.status });
}
