import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that keeps its identity over renders and always does what the latest render's function does. */
export function useStable<Input extends unknown[], Result>(
  act: (...input: Input) => Result,
): (...input: Input) => Result {
  const latest = useRef(act);
  useEffectBeforePaint(() => {
    latest.current = act;
  });
  return useCallback((...input: Input) => latest.current(...input), []);
}

// React warns about layout effects on a server, where none would run anyway.
const useEffectBeforePaint = typeof window === 'undefined' ? () => undefined : useLayoutEffect;
