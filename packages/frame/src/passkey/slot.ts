import { zero } from '../bytes.ts';
import { createDeadline } from '../deadline.ts';
import type { PasskeySecret } from './message.ts';

const lifeMs = 2 * 60_000;

/** Keeps the secret of one passkey for at most two minutes, until an operation takes it. */
export interface PasskeySlot {
  /** Takes over the secret. Overwrites an earlier one. */
  keep(given: PasskeySecret): void;
  /**
   * Returns the secret, which the caller must overwrite, and forgets it. Returns null if there is none, or if it is
   * too old.
   */
  take(): PasskeySecret | null;
  clear(): void;
}

/**
 * Creates an empty slot.
 *
 * @param now returns Unix milliseconds
 */
export function createPasskeySlot(now: () => number): PasskeySlot {
  let held: PasskeySecret | null = null;
  const deadline = createDeadline(clear, now);
  function clear(): void {
    deadline.set(null);
    zero(held?.secret);
    held = null;
  }
  return {
    keep(given) {
      clear();
      held = given;
      deadline.set(lifeMs);
    },
    take() {
      deadline.check();
      const given = held;
      held = null;
      deadline.set(null);
      return given;
    },
    clear,
  };
}
