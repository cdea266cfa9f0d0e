import { useEffect, useState } from 'react';

type NumberingPlan = typeof import('./numberingPlan.ts');

/** Returns the numbering plans, or null until they are loaded. */
export function useNumberingPlan(): NumberingPlan | null {
  const [plan, setPlan] = useState<NumberingPlan | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./numberingPlan.ts').then(
      (loaded) => {
        if (!isGone) setPlan(loaded);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return plan;
}
