import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { readRecorded } from './cpu/costs.ts';

/** The parts of a test file that decide its place. */
interface TestFile {
  /** Absolute. */
  readonly moduleId: string;
  readonly project: object;
}

interface OrderOptions {
  /** The folder that the paths of `costs` are from. */
  root: string;
  /** File → CPU seconds. */
  costs: Readonly<Record<string, number>>;
  /** Shuffles the files of each project by this seed. */
  seed?: number | undefined;
}

/**
 * Orders test files: the most expensive of each project first, so that no core waits for one of them at the end. What is not
 * recorded keeps its place behind them. Files of a project stay together, because workers are a project's.
 */
export function orderFiles<File extends TestFile>(
  files: readonly File[],
  { root, costs, seed }: OrderOptions,
): File[] {
  const pathOf = ({ moduleId }: File) => relative(root, moduleId);
  const costOf = (file: File) => costs[pathOf(file)] ?? 0;
  // Neither the machine nor earlier runs change the order that a seed gives.
  const placeOf = (file: File) =>
    createHash('sha256')
      .update(`${seed} ${pathOf(file)}`)
      .digest('hex');
  const compare = (a: File, b: File) =>
    seed === undefined ? costOf(b) - costOf(a) : placeOf(a) < placeOf(b) ? -1 : 1;
  const projects = [...new Set(files.map(({ project }) => project))];
  return projects.flatMap((project) => files.filter((file) => file.project === project).sort(compare));
}

/**
 * Vitest's own order, changed by `orderFiles`. `npx vitest run --sequence.shuffle --sequence.seed=1` repeats the order of a seed.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const seed = sequence.shuffle ? sequence.seed : undefined;
    // `npx vitest run` runs whole files, of which the two commands have a part each.
    const costs = { ...readRecorded('test'), ...readRecorded('full') };
    return orderFiles(await super.sort(files), { root, costs, seed });
  }
}
