import { isCode, ServiceError } from '@latchkey/wire';

/** What a host hears of a connection. */
export interface ConnectionListener<Result> {
  onSuccess?: ((result: Result) => void) | undefined;
  onError?: ((error: ServiceError) => void) | undefined;
}

/**
 * Tells how a connection ended, with `unknown_connect_wallet_error` for a cause that no one knows (EXTW-22). A failure that no
 * one listens for goes to the console, a person's leaving does not.
 *
 * @param exit the code of leaving
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
    // biome-ignore lint/suspicious/noConsole: no other party hears of it, and a button that does nothing explains nothing.
    console.error(`[latchkey] no wallet was connected: ${error.message} (${error.docs})`);
  });
}
