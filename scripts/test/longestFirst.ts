import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { readRecorded } from './cpu/costs.ts';

const recorded = readRecorded();

/**
 * The order of Vitest's own, with the most expensive files of each project at its beginning, so that no core waits for one of
 * them at the end. If files are shuffled, the order is the seed's instead (`npx vitest run --sequence.shuffle --sequence.seed=1`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const compare = sequence.shuffle ? bySeed(root, sequence.seed) : byCost(root);
    // Sorting is stable; files of a project stay together, because workers are a project's.
    return projects.flatMap((project) => sorted.filter((file) => file.project === project).sort(compare));
  }
}

/** What took most when that was last recorded comes first; what is not recorded keeps its place behind it. */
function byCost(root: string) {
  const costOf = ({ moduleId }: TestSpecification) => recorded[relative(root, moduleId)] ?? 0;
  return (a: TestSpecification, b: TestSpecification) => costOf(b) - costOf(a);
}

/** Neither the machine nor earlier runs change the order that a seed gives. */
function bySeed(root: string, seed: number) {
  const placeOf = ({ moduleId }: TestSpecification) =>
    createHash('sha256')
      .update(`${seed} ${relative(root, moduleId)}`)
      .digest('hex');
  return (a: TestSpecification, b: TestSpecification) => (placeOf(a) < placeOf(b) ? -1 : 1);
}
