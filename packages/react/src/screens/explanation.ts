import { createContext, useContext, useLayoutEffect } from 'react';

/** Takes the explanation of the screen that is on; null when it is gone. */
export const ExplanationContext = createContext<(text: string | null) => void>(() => {});

/**
 * Puts an explanation behind the info button of the modal's header for as long as the screen is on (MODAL-12). A screen
 * gives it while it renders, because its words come with its own code.
 */
export function useExplanation(text: string): void {
  const explain = useContext(ExplanationContext);
  useLayoutEffect(() => {
    explain(text);
    return () => explain(null);
  }, [explain, text]);
}
