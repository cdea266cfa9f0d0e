import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { readRecorded } from './cpu/costs.ts';

interface TestFile {
  /** Absolute path. */
  readonly moduleId: string;
  readonly project: object;
}

interface OrderOptions {
  /** Folder to which the paths of `costs` are relative. */
  root: string;
  /** File → CPU seconds. */
  costs: Readonly<Record<string, number>>;
  /** Shuffles the files of each project with this seed. */
  seed?: number | undefined;
}

/**
 * Orders test files: the most expensive of each project first, so no core waits for one of them at the end. Files
 * without a recorded cost follow in their original order. Files of a project stay together, because each worker
 * belongs to one project.
 */
export function orderFiles<File extends TestFile>(
  files: readonly File[],
  { root, costs, seed }: OrderOptions,
): File[] {
  const pathOf = ({ moduleId }: File) => relative(root, moduleId);
  const costOf = (file: File) => costs[pathOf(file)] ?? 0;
  // The order of a seed is the same on every machine and in every run.
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
 * Vitest's own order, changed by `orderFiles`. `npx vitest run --sequence.shuffle --sequence.seed=1` repeats the
 * order of a seed.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const seed = sequence.shuffle ? sequence.seed : undefined;
    // Each of the two commands runs only some files, or some tests of a file, so the costs of both are merged.
    const costs = { ...readRecorded('test'), ...readRecorded('full') };
    return orderFiles(await super.sort(files), { root, costs, seed });
  }
}
