import { ServiceError } from '@latchkey/wire';
import type { Environment } from '../../environment.ts';
import { fromWalletError } from './fromWalletError.ts';

/** Until when an answer is waited for. */
export interface Waiting {
  readonly clock: Environment['clock'];
  /** In ms (EXTW-23). */
  readonly timeoutMs: number;
  /** Ends it, as when the person leaves. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a wallet, and waits for its answer: the first one counts, and none that comes after the waiting ended.
 *
 * Threat: a wallet that never answers would hold the page's screen, and one that answers after the person left would log
 * in someone who had changed their mind.
 *
 * @throws ServiceError `client_request_timeout`, `exited_auth_flow` where the signal ended it, and what {@link fromWalletError} says
 */
export function answerOf<T>(
  request: (signal: AbortSignal) => Promise<T> | T,
  { clock, timeoutMs, signal }: Waiting,
): Promise<T> {
  const end = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const leave = () => finish(() => reject(new ServiceError('exited_auth_flow')));
    const timer = clock.setTimeout(
      () => finish(() => reject(new ServiceError('client_request_timeout'))),
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
    // A wallet may throw where it should answer.
    new Promise<T>((answer) => answer(request(end.signal))).then(
      (answer) => finish(() => resolve(answer)),
      (cause: unknown) => finish(() => reject(fromWalletError(cause))),
    );
  });
}
