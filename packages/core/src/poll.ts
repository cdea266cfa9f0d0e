import { ServiceError } from '@latchkey/wire';
import type { Clock } from './environment.ts';

export interface PollOptions {
  readonly everyMs: number;
  /** Largest number of attempts. @default no limit */
  readonly times?: number;
  /**
   * Time limit in ms. An attempt that runs at this time is abandoned; otherwise one last attempt is made.
   * @default no limit
   */
  readonly withinMs?: number;
  /** Stops polling. The promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Calls `attempt` until it returns an answer: first after `everyMs`, then `everyMs` after each attempt has ended.
 *
 * @param attempt returns null while there is no answer; an error that it throws ends the polling
 * @throws ServiceError `client_request_timeout` at the limit, and the errors of `attempt`
 */
export function poll<T>(clock: Clock, options: PollOptions, attempt: () => Promise<T | null>): Promise<T> {
  const { everyMs, times = Number.POSITIVE_INFINITY, withinMs, signal } = options;
  return new Promise<T>((resolve, reject) => {
    let state: 'waiting' | 'asking' | 'over' = 'waiting';
    let asked = 0;
    let timer: unknown;
    let isLate = false;

    function end(settle: () => void): void {
      if (state === 'over') return;
      state = 'over';
      clock.clearTimeout(timer);
      clock.clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
      settle();
    }
    const stop = () => end(() => reject(signal.reason));
    const giveUp = () => end(() => reject(new ServiceError('client_request_timeout')));

    function pollOnce(): void {
      state = 'asking';
      asked += 1;
      attempt().then(
        (answer) => {
          if (answer !== null) end(() => resolve(answer));
          else if (isLate || asked >= times) giveUp();
          else wait();
        },
        (cause: unknown) => end(() => reject(cause)),
      );
    }
    function wait(): void {
      if (state === 'over') return;
      state = 'waiting';
      timer = clock.setTimeout(pollOnce, everyMs);
    }
    /**
     * Polls once more at the time limit, because the page may have slept while the user was in another app on a
     * phone.
     */
    function beLate(): void {
      if (state === 'asking') {
        giveUp();
        return;
      }
      isLate = true;
      clock.clearTimeout(timer);
      pollOnce();
    }

    const deadline = withinMs === undefined ? undefined : clock.setTimeout(beLate, withinMs);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    wait();
  });
}
