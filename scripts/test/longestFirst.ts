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
  'conformance/reactAuth/reactAuth.test.ts',
  'packages/server/src/stop.test.ts',
  'packages/server/src/http/hostile/everyRoute.test.ts',
  'packages/server/src/custody/border/oldSession.test.ts',
  'packages/server/src/main.test.ts',
  'packages/server/src/strangers.test.ts',
  'scripts/build/pack.test.ts',
  'scripts/docs/snippets.test.ts',
];

const rankOf = (root: string, { moduleId }: TestSpecification) => {
  const rank = longest.indexOf(relative(root, moduleId));
  return rank < 0 ? longest.length : rank;
};

/** The order of Vitest's own, with the longest files of each project at its beginning. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    // Sorting is stable; files of a project stay together, because workers are a project's.
    return projects.flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .sort((a, b) => rankOf(this.ctx.config.root, a) - rankOf(this.ctx.config.root, b)),
    );
  }
}
