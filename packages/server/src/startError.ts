/**
 * An error that ends the start: its message says what is wrong and what to do, and is shown without a stack.
 *
 * @param message for the operator, in full sentences
 * @param cause for the log
 */
export function startError(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause });
  error.name = 'StartError';
  return error;
}

/** Tells whether an error is one that {@link startError} made. */
export function isStartError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StartError';
}
