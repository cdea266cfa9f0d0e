import { useEffect, useRef } from 'react';

/** Calls back once the screen is left, so that nothing finishes behind the person's back; not when React mounts it twice. */
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
