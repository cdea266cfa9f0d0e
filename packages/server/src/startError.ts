/**
 * Creates an error that ends the start. Its message says what is wrong and what to do, and is shown without a stack.
 *
 * @param message for the operator, in full sentences
 * @param cause the original error, which is not shown
 */
export function startError(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause });
  error.name = 'StartError';
  return error;
}

/** True if {@link startError} created the error. */
export function isStartError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StartError';
}
