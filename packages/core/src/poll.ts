import { ServiceError } from '@latchkey/wire';
import type { Clock } from './environment.ts';

export interface PollOptions {
  /** Time before each question, ms. */
  readonly everyMs: number;
  /** How often is asked at most. @default as often as time allows */
  readonly times?: number;
  /** How long is waited at most, ms, however long a question takes. @default as long as the times last */
  readonly withinMs?: number;
  /** Ends it: nothing is asked any more, and it fails with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Asks again and again until there is an answer: the one way in which this client waits for something elsewhere.
 *
 * @param ask gives null while there is no answer; what it throws ends the waiting
 * @throws ServiceError `client_request_timeout` when it waited for long enough, and what `ask` throws
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
    /** A page that slept, as on a phone whose person was in another app, asks once more before it gives up. */
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
