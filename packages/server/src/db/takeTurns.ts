import { startError } from '../startError.ts';

/** How someone waits who finds another process at work alone. */
export interface TurnOptions {
  /** Hears once that another user is at it. */
  readonly onWait?: () => void;
  /** How often to look, which the pauses make ten minutes. @default 2,400 */
  readonly mostTries?: number;
  /** Waits before the next look. @default 10 ms at first, later a quarter of a second */
  readonly pause?: (tries: number) => Promise<void>;
}

const longestPauseMs = 250;

/** Most turns are over at once; who waits for a long one asks four times a second. */
const growingPause = (tries: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.min(longestPauseMs, 10 * 2 ** (tries - 1))));

/**
 * Tries until its turn has come.
 *
 * @param attempt gives null while another process has the turn
 * @throws StartError when that one does not come to an end
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
