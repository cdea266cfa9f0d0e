import { startError } from '../startError.ts';

/** Options for waiting until another process releases the migration lock. */
export interface TurnOptions {
  /** Called once, if the first attempt finds the lock taken. */
  readonly onWait?: () => void;
  /** Largest number of attempts, which take ten minutes with the usual pauses. @default 2,400 */
  readonly mostTries?: number;
  /** Waits before the next attempt. @default 10 ms at first, later a quarter of a second */
  readonly pause?: (tries: number) => Promise<void>;
}

const longestPauseMs = 250;

/** Pauses for 10 ms at first, because most turns are short, and for up to 250 ms later. */
const growingPause = (tries: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.min(longestPauseMs, 10 * 2 ** (tries - 1))));

/**
 * Repeats an attempt until it gets its turn.
 *
 * @param attempt returns null while another process has the turn
 * @throws StartError if that process does not finish
 */
export async function takeTurns<T>(
  attempt: () => Promise<{ result: T } | null>,
  { onWait, mostTries = 2_400, pause = growingPause }: TurnOptions = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const done = await attempt();
    if (done) return done.result;
    if (tries === 1) onWait?.();
    if (tries >= mostTries) {
      throw startError(
        "Another process has held the lock of the migrations for ten minutes. Where it hangs, end its back end: select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted.",
      );
    }
    await pause(tries);
  }
}
