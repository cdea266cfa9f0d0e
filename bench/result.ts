import { mkdirSync, writeFileSync } from 'node:fs';

/** One line of a bench: what was measured, and its budget where it has one. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The figure must not be above (or below) this. */
  atMost?: number;
  atLeast?: number;
}

export interface BenchResult {
  bench: string;
  figures: Figure[];
}

/** A bench: measures and returns its figures; `run.ts` prints and keeps them. */
export type Bench = () => Promise<BenchResult>;

/** Tells whether a figure keeps its budget; figures without one always do. */
export function keepsBudget(figure: Figure): boolean {
  if (figure.atMost !== undefined && figure.value > figure.atMost) return false;
  return !(figure.atLeast !== undefined && figure.value < figure.atLeast);
}

/** Prints the figures as a table and writes them to `bench/results/<bench>.json`. */
export function report(result: BenchResult): void {
  const folder = new URL('./results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${result.bench}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\n${result.bench}`);
  for (const figure of result.figures) {
    const value = Number.isInteger(figure.value) ? String(figure.value) : figure.value.toFixed(2);
    const budget =
      figure.atMost !== undefined
        ? `≤ ${figure.atMost}`
        : figure.atLeast !== undefined
          ? `≥ ${figure.atLeast}`
          : '';
    const verdict = budget ? (keepsBudget(figure) ? 'ok' : 'OVER') : '';
    console.log(
      `  ${figure.name.padEnd(64)} ${value.padStart(10)} ${figure.unit.padEnd(8)} ${budget.padEnd(8)} ${verdict}`,
    );
  }
}

/** The middle value of a list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
