import { createContext, useContext, useLayoutEffect } from 'react';

export const ExplanationContext = createContext<(text: string | null) => void>(() => {});

/**
 * Shows an explanation behind the info button of the modal's header while the screen is shown (MODAL-12). The screen
 * sets it, because its texts load with its own code.
 */
export function useExplanation(text: string): void {
  const explain = useContext(ExplanationContext);
  useLayoutEffect(() => {
    explain(text);
    return () => explain(null);
  }, [explain, text]);
}
