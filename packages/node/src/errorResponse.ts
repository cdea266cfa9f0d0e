import { type ErrorCode, errorTable, isCode } from '@latchkey/wire';

/** What the caller of a back end did wrong, or may try again. All else is the back end's own, such as a wrong secret of it. */
const forCallers: readonly ErrorCode[] = [
  'invalid_webhook',
  'missing_or_invalid_token',
  'service_unavailable',
];

/**
 * Answers a caller whose token or webhook was refused: `{ error, code }` with the status of the code, which is 401, 400 or
 * 503. The reason stays here: it would help who forges.
 *
 * @throws the error itself where it is none of the caller's, such as an option that is missing: let it reach your log
 * @example catch (error) { return errorResponse(error); }
 */
export function errorResponse(error: unknown): Response {
  if (!isCode(error) || error.status === null || !forCallers.includes(error.code)) throw error;
  return Response.json({ error: errorTable[error.code].message, code: error.code }, { status: error.status });
}
