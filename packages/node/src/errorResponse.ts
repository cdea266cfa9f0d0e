import { type ErrorCode, errorTable, isCode } from '@latchkey/wire';

/** Refusals that concern the caller of a back end. All others concern the back end itself, such as its own wrong secret. */
const forCallers: readonly ErrorCode[] = [
  'invalid_webhook',
  'missing_or_invalid_token',
  'service_unavailable',
];

/**
 * Answers a caller whose token or webhook was refused: `{ error, code }` with the status of the code, which is 401, 400 or
 * 503. The reason is left out: it would help a forger.
 *
 * @throws the error itself where it does not concern the caller, such as a missing option: let it reach your log
 * @example catch (error) { return errorResponse(error); }
 */
export function errorResponse(error: unknown): Response {
  if (!isCode(error) || error.status === null || !forCallers.includes(error.code)) throw error;
  return Response.json({ error: errorTable[error.code].message, code: error.code }, { status: error.status });
}
