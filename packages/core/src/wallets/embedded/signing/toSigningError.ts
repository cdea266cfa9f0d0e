import { isCode, ServiceError } from '@latchkey/wire';

/**
 * Gives a failed signature the code of signatures where the frame gave it none (SIGN-09). `details.type` is the frame's
 * word: without it there was no answer, such as where a policy of the host blocks the frame, and what failed is no
 * signature.
 */
export function toSigningError(error: unknown): unknown {
  if (!isCode(error, 'unknown_embedded_wallet_error') || error.details?.type === undefined) return error;
  const { message, details } = error;
  return new ServiceError('unable_to_sign', { message, details, cause: error });
}
