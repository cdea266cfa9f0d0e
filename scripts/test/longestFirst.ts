import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take much longer than they are long: a machine that knows nothing of earlier runs starts the largest files
 * first, and would have one core wait for these at the end.
 */
export const longest = [
  'e2e/gallery/gallery.test.ts',
  'e2e/frame/approve.test.ts',
  'e2e/crash/everyStep.test.ts',
  'e2e/crash/serverKilled.test.ts',
  'e2e/hosts/hosts.test.ts',
  'e2e/addition/method.test.ts',
  'conformance/reactAuth/reactAuth.test.ts',
  'conformance/libraries/recipes.test.ts',
  'packages/server/src/stop.test.ts',
  'packages/server/src/http/hostile/everyRoute.test.ts',
  'packages/server/src/custody/border/oldSession.test.ts',
  'packages/server/src/main.test.ts',
  'packages/server/src/strangers.test.ts',
  'scripts/build/pack.test.ts',
  'scripts/docs/recipes/recipes.test.ts',
  'scripts/docs/snippets.test.ts',
];

const rankOf = (root: string, { moduleId }: TestSpecification) => {
  const rank = longest.indexOf(relative(root, moduleId));
  return rank < 0 ? longest.length : rank;
};

/**
 * The order of Vitest's own, with the longest files of each project at its beginning. Where files are shuffled, the
 * order is the seed's instead (`npx vitest run --sequence.shuffle --sequence.seed=1`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const compare = sequence.shuffle
      ? bySeed(root, sequence.seed)
      : (a: TestSpecification, b: TestSpecification) => rankOf(root, a) - rankOf(root, b);
    // Sorting is stable; files of a project stay together, because workers are a project's.
    return projects.flatMap((project) => sorted.filter((file) => file.project === project).sort(compare));
  }
}

/** Neither the machine nor earlier runs change the order that a seed gives. */
function bySeed(root: string, seed: number) {
  const placeOf = ({ moduleId }: TestSpecification) =>
    createHash('sha256')
      .update(`${seed} ${relative(root, moduleId)}`)
      .digest('hex');
  return (a: TestSpecification, b: TestSpecification) => (placeOf(a) < placeOf(b) ? -1 : 1);
}
