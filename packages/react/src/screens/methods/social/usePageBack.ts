import { useEffect, useRef } from 'react';

/**
 * Calls back when the page is restored from the back-forward cache: the user left for a provider and pressed the back
 * button.
 */
export function usePageBack(onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && latest.current();
    window.addEventListener('pageshow', hear);
    return () => window.removeEventListener('pageshow', hear);
  }, []);
}
