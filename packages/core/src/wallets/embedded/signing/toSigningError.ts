import { isCode, ServiceError } from '@latchkey/wire';

/**
 * Converts a frame error without a known code to `unable_to_sign` (SIGN-09). Keeps an error without `details.type`:
 * it is not from the frame, which sets this field in all of its errors.
 */
export function toSigningError(error: unknown): unknown {
  if (!isCode(error, 'unknown_embedded_wallet_error') || error.details?.type === undefined) return error;
  const { message, details } = error;
  return new ServiceError('unable_to_sign', { message, details, cause: error });
}
