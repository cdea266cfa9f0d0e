import { limits } from '@latchkey/wire';
import { useEffect, useMemo, useReducer } from 'react';

/**
 * Counts down the whole seconds until another code can be sent. A change of the device's clock meanwhile does not make
 * the user wait longer.
 *
 * @param timeMs Unix ms by the device's current clock; null counts as now
 */
export function useSecondsUntil(timeMs: number | null): number {
  const leftMs = useMemo(() => createCountdown(timeMs), [timeMs]);
  const [, look] = useReducer((looks: number) => looks + 1, 0);

  useEffect(() => {
    const timer = setInterval(() => {
      look();
      if (leftMs() === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [leftMs]);

  return Math.ceil(leftMs() / 1000);
}

/**
 * Returns a function for the remaining ms. It uses the clock that advanced more, because `performance.now()` may stop
 * while the machine sleeps.
 */
function createCountdown(timeMs: number | null): () => number {
  const [wallMs, steadyMs] = [Date.now(), performance.now()];
  const lastsMs = Math.min((timeMs ?? 0) - wallMs, limits.resendCooldownMs);
  return () => Math.max(0, lastsMs - Math.max(Date.now() - wallMs, performance.now() - steadyMs));
}
