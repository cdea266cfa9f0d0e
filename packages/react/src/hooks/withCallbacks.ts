import { type ErrorCode, isCode, ServiceError } from '@latchkey/wire';

interface Callbacks<Result> {
  onDone(result: Result): void;
  onError(error: ServiceError): void;
  /** Code for errors that have none. */
  readonly otherwise: ErrorCode;
}

/**
 * Runs an operation and calls a host's callbacks when it ends, before the caller's own handlers.
 *
 * A callback that throws does not change the result: a transaction that was sent would otherwise reject, and the host
 * might send it again. The browser reports the thrown error as an unhandled rejection.
 */
export function withCallbacks<Result>(
  operation: () => Promise<Result>,
  { onDone, onError, otherwise }: Callbacks<Result>,
): Promise<Result> {
  const done = run();
  done.then(onDone, onError);
  return done;

  async function run(): Promise<Result> {
    try {
      return await operation();
    } catch (cause) {
      throw isCode(cause) ? cause : new ServiceError(otherwise, { cause });
    }
  }
}
