import type { FileCost } from './costs.ts';

export interface StepCost {
  step: string;
  cpuS: number;
  /** Null if the step has no budget: its cost is printed, but not judged. */
  budgetS: number | null;
}

export interface Judgement {
  failures: string[];
  warnings: string[];
}

/** Lowest cost of a file that is judged: below it, noise hides changes. */
const judgedFromS = 5;
/** Factor of its budget above which a command fails. */
const tolerance = 1.2;
const fileWarnsAt = 1.2;
const fileFailsAt = 2;

/**
 * Compares the cost of a command with its budget, and that of each file with its recorded cost.
 *
 * The first file of a worker also loads modules and starts a browser for the files after it, so it is not judged.
 *
 * @param recorded - File → CPU seconds on the reference machine, from `costs.json`.
 */
export function judge(
  steps: readonly StepCost[],
  files: readonly FileCost[],
  recorded: Readonly<Record<string, number>>,
): Judgement {
  const budgeted = steps.filter(({ budgetS }) => budgetS !== null);
  const usedS = budgeted.reduce((sum, { cpuS }) => sum + cpuS, 0);
  const budgetS = budgeted.reduce((sum, step) => sum + (step.budgetS ?? 0), 0);
  const isOver = usedS > budgetS * tolerance;
  const grown = files.flatMap(({ file, cpuS, isFirst }) => {
    const before = recorded[file];
    if (isFirst || before === undefined || cpuS < judgedFromS) return [];
    const times = cpuS / before;
    return times < fileWarnsAt ? [] : [{ times, text: `${file}: ${told(cpuS)}, recorded ${told(before)}` }];
  });
  return {
    failures: [
      ...(isOver
        ? [`${told(usedS)} is more than ${tolerance * 100} % of the budget of ${told(budgetS)}`]
        : []),
      ...grown.filter(({ times }) => times >= fileFailsAt).map(({ text }) => text),
    ],
    warnings: grown.filter(({ times }) => times < fileFailsAt).map(({ text }) => text),
  };
}

export function told(cpuS: number): string {
  return `${cpuS.toFixed(cpuS < 10 ? 1 : 0)} CPU s`;
}
