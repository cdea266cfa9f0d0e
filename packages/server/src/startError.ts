/**
 * Creates an error for the operator, such as one that ends the start. Programs show its message without a stack.
 *
 * @param message what is wrong and, if possible, what to do, in full sentences
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
