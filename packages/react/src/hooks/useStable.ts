import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function with a stable identity that calls the function of the latest render. */
export function useStable<Input extends unknown[], Result>(
  act: (...input: Input) => Result,
): (...input: Input) => Result {
  const latest = useRef(act);
  useEffectBeforePaint(() => {
    latest.current = act;
  });
  return useCallback((...input: Input) => latest.current(...input), []);
}

// React 18 warns about layout effects on a server, where they never run.
const useEffectBeforePaint = typeof window === 'undefined' ? () => undefined : useLayoutEffect;
