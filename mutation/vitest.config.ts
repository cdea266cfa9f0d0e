import { defineConfig } from 'vitest/config';

// Workspace packages are read from their sources, as in the tests themselves.
const conditions = ['@latchkey/source'];

/** The tests that a group of mutants is tried with, as `tryGroup.ts` names them: one after the other in one thread. */
export default defineConfig({
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    // The last starts the built program, in which nothing is broken.
    exclude: ['**/node_modules/**', '**/*.browser.test.*', '**/killed.test.ts'],
    env: { LATCHKEY_TEST_DATABASE: 'embedded' },
    isolate: false,
    // Whether a mutant hangs is for Stryker to say, by what its tests took without one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
