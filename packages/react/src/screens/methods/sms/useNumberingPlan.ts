import { useEffect, useState } from 'react';

type NumberingPlan = typeof import('./numberingPlan.ts');

/** The numbering plans, null until they are loaded. One that failed to load is asked for again with the next input. */
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
