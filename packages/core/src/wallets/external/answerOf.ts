import { ServiceError } from '@latchkey/wire';
import type { Environment } from '../../environment.ts';
import { fromWalletError, markOwn } from './fromWalletError.ts';

export interface Waiting {
  readonly clock: Environment['clock'];
  /** In ms (EXTW-23). */
  readonly timeoutMs: number;
  /** Ends the wait, for example when the user leaves. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls a wallet and waits for its answer, until the timeout or until the signal aborts.
 *
 * Without a timeout, a wallet that never answers would block the page's screen. Without the signal, an answer after
 * the user left could log in a user who changed their mind.
 *
 * @throws ServiceError `client_request_timeout`, `exited_auth_flow` if the signal ended it, and the errors of
 *   {@link fromWalletError}
 */
export function answerOf<T>(
  request: (signal: AbortSignal) => Promise<T> | T,
  { clock, timeoutMs, signal }: Waiting,
): Promise<T> {
  const end = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const leave = () => finish(() => reject(markOwn(new ServiceError('exited_auth_flow'))));
    const timer = clock.setTimeout(
      () => finish(() => reject(markOwn(new ServiceError('client_request_timeout')))),
      timeoutMs,
    );
    function finish(tell: () => void): void {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      tell();
      end.abort();
    }
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave);
    // A wallet may throw synchronously.
    new Promise<T>((answer) => answer(request(end.signal))).then(
      (answer) => finish(() => resolve(answer)),
      (cause: unknown) => finish(() => reject(fromWalletError(cause))),
    );
  });
}
