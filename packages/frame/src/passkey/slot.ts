import { zero } from '../bytes.ts';
import type { PasskeySecret } from './message.ts';

/** How long the vault waits for the act that a passkey was asked for, in ms. */
const lifeMs = 2 * 60_000;

/** Keeps what a passkey gave until the act that wanted it: one, once, for two minutes. */
export interface PasskeySlot {
  /** Takes over the secret, in place of an earlier one. */
  keep(given: PasskeySecret): void;
  /** Gives it away; the caller overwrites it. Null where there is none. */
  take(): PasskeySecret | null;
  clear(): void;
}

/** Makes an empty slot. */
export function createPasskeySlot(): PasskeySlot {
  let held: PasskeySecret | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function clear(): void {
    clearTimeout(timer);
    zero(held?.secret);
    held = null;
  }
  return {
    keep(given) {
      clear();
      held = given;
      timer = setTimeout(clear, lifeMs);
    },
    take() {
      const given = held;
      held = null;
      clearTimeout(timer);
      return given;
    },
    clear,
  };
}
