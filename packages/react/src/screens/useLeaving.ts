import { useEffect, useRef } from 'react';

/**
 * Calls back when the screen is left, so nothing finishes after the user has left. Does not call back when React's
 * strict mode mounts the screen twice.
 */
export function useLeaving(onLeft: () => void): void {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      queueMicrotask(() => {
        if (!isHere.current) onLeft();
      });
    };
  }, [onLeft]);
}
