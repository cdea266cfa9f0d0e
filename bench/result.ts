import { mkdirSync, writeFileSync } from 'node:fs';
import type { Spread } from './rounds.ts';
import { type BenchName, setupOf } from './setups.ts';

/** One line of a bench: a measured figure, and its budget if it has one. */
export interface Figure {
  name: string;
  /** Median over the rounds if the figure has a spread. Otherwise a count over all rounds, or a fact about files. */
  value: number;
  spread?: Spread;
  unit: string;
  /** Upper (or lower) limit of the value. */
  atMost?: number;
  atLeast?: number;
}

export interface BenchResult {
  bench: BenchName;
  figures: Figure[];
}

/** A bench: measures and returns its figures. `run.ts` prints and stores them. */
export type Bench = () => Promise<BenchResult>;

/** True if a figure meets its budget. Figures without one always do. */
export function keepsBudget(figure: Figure): boolean {
  if (figure.atMost !== undefined && figure.value > figure.atMost) return false;
  return !(figure.atLeast !== undefined && figure.value < figure.atLeast);
}

/** Prints the figures as a table and writes them with the setup's hashes to `bench/results/<bench>.json`. */
export async function report({ bench, figures }: BenchResult): Promise<void> {
  const folder = new URL('./results/', import.meta.url);
  const stored = { bench, setup: await setupOf(bench), figures };
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${bench}.json`, folder), `${JSON.stringify(stored, null, 2)}\n`);
  console.log(`\n${bench}`);
  for (const figure of figures) console.log(`  ${toLine(figure)}`);
}

/** Formats a figure as a line: name, value, unit, spread, budget, verdict. */
export function toLine(figure: Figure): string {
  const { name, value, unit, spread, atMost, atLeast } = figure;
  const isWhole = [value, spread?.min, spread?.max].every(
    (one) => one === undefined || Number.isInteger(one),
  );
  const toText = (one: number) => one.toFixed(isWhole ? 0 : 2);
  const range = spread ? `${toText(spread.min)} – ${toText(spread.max)} in ${spread.rounds} rounds` : '';
  const budget = atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : '';
  const verdict = budget && (keepsBudget(figure) ? 'ok' : 'OVER');
  const columns = [name.padEnd(86), toText(value).padStart(8), unit.padEnd(2), range.padEnd(31)];
  return [...columns, budget.padEnd(7), verdict].join(' ').trimEnd();
}
