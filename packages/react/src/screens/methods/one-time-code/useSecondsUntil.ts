import { useEffect, useState } from 'react';

/** Whole seconds until a time of `Date.now()`, counting down to 0. `null` counts as now. */
export function useSecondsUntil(timeMs: number | null): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const seconds = timeMs === null ? 0 : Math.max(0, Math.ceil((timeMs - nowMs) / 1000));

  useEffect(() => {
    setNowMs(Date.now());
    if (timeMs === null) return;
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (Date.now() >= timeMs) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [timeMs]);

  return seconds;
}
