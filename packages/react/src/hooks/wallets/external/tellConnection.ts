import { isCode, ServiceError } from '@latchkey/wire';

export interface ConnectionListener<Result> {
  onSuccess?: ((result: Result) => void) | undefined;
  onError?: ((error: ServiceError) => void) | undefined;
}

/**
 * Reports how a connection ended. An error without a code becomes `unknown_connect_wallet_error` (EXTW-22). Without
 * an `onError`, a failure with another code than `exit` is written to the console.
 *
 * @param exit error code if the user closes the modal before there is a result
 */
export function tellConnection<Result>(
  asked: Promise<Result>,
  exit: string,
  { onSuccess, onError }: ConnectionListener<Result>,
): void {
  asked.then(onSuccess, (cause: unknown) => {
    const error = isCode(cause) ? cause : new ServiceError('unknown_connect_wallet_error', { cause });
    if (onError) return onError(error);
    if (error.code === exit) return;
    // biome-ignore lint/suspicious/noConsole: nothing else shows the developer why no wallet was connected.
    console.error(`[latchkey] no wallet was connected: ${error.message} (${error.docs})`);
  });
}
