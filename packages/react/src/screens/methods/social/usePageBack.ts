import { useEffect, useRef } from 'react';

/** Hears that the page came out of the back-forward cache: who left it for a provider's has come back by the back button. */
export function usePageBack(onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && latest.current();
    window.addEventListener('pageshow', hear);
    return () => window.removeEventListener('pageshow', hear);
  }, []);
}
