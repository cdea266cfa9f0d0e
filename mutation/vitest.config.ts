import { defineConfig } from 'vitest/config';

// Workspace packages are read from their sources, as in the normal test run.
const conditions = ['@latchkey/source'];

/** Runs the tests for a group of mutants, which `tryGroup.ts` names. */
export default defineConfig({
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'node', 'development|production'] } },
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    // killed.test.ts starts the built program, in which nothing is broken.
    exclude: ['**/node_modules/**', '**/*.browser.test.*', '**/killed.test.ts'],
    env: { LATCHKEY_TEST_DATABASE: 'embedded' },
    isolate: false,
    // Stryker decides if a mutant hangs, based on the time of its tests without one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
