import { availableParallelism } from 'node:os';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './packages/testkit/src/postgres/findPrograms.ts';
import { readRecorded } from './scripts/test/cpu/costs.ts';
import { LongestFirst } from './scripts/test/longestFirst.ts';
import { manifestsInKey, moduleCache } from './scripts/test/moduleCache.ts';
import { createProgress } from './scripts/test/progress.ts';
import { findFilesWithoutStory, storyTag } from './scripts/test/stories.ts';

// Vitest reads workspace packages from their sources, so no test needs a build of its imports.
const conditions = ['@latchkey/source'];
// Without `module`: Node.js loads installed packages by these conditions, and code for bundlers may not run in it.
const inNode = { resolve: { conditions: [...conditions, 'node', 'development|production'] } };
const resolve = {
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: inNode,
  // Global set-ups run in an environment of Vitest's own.
  environments: { __vitest__: inNode },
};

/**
 * Which tests run: those of `npm test`, or the others that `npm run test:full` runs. Undefined if Vitest was called
 * directly or by `npm run test:wide`; it then runs every named file in full.
 */
const tier = process.env.LATCHKEY_TIER as 'test' | 'full' | undefined;

/** Files that no project runs. `npm run test:wide` names the tests whose program is missing. */
const nowhere = [
  '**/node_modules/**',
  '**/dist/**',
  ...(process.env.LATCHKEY_WITHOUT ? process.env.LATCHKEY_WITHOUT.split(',') : []),
];

const report = process.env.LATCHKEY_TEST_REPORT;

/** Settings of a project with a browser that choose the tests of the tier: stories, or all others. */
function inTier(...exclude: string[]) {
  const tags = [{ name: storyTag, description: 'run by `npm test`' }];
  if (tier === undefined) return { tags, exclude: [...nowhere, ...exclude] };
  if (tier === 'full') return { tags, tagsFilter: [`!${storyTag}`], exclude: [...nowhere, ...exclude] };
  const others = ['e2e', 'conformance', 'packages/walletconnect/src'].flatMap(findFilesWithoutStory);
  return { tags, tagsFilter: [storyTag], exclude: [...nowhere, ...exclude, ...others] };
}

/**
 * `timeout` is the time after which `expect.poll` gives up, in ms. Vitest's default of a second is too short for a
 * machine that also runs Chromium.
 */
const waiting = {
  expect: { poll: { timeout: 60_000 } },
  // End what a test has started, even if the test times out, and record the cost of each file.
  setupFiles: ['scripts/test/cpu/measureFile.ts', 'packages/testkit/src/processes/setUp.ts'],
};
/** Settings of projects with a browser. A failing test saves pictures and output of its pages. */
const inBrowser = { ...waiting, setupFiles: [...waiting.setupFiles, 'e2e/harness/evidence/setUp.ts'] };

const browserTests = ['e2e/**/*.test.{ts,tsx}', 'packages/**/*.browser.test.{ts,tsx}'];
const serviceTests = ['packages/{server,testkit,cli}/**/*.test.ts'];
/** Tests of chains and contracts, which need no database. */
const chainTests = 'packages/testkit/src/{chain,contracts}/*.test.ts';
/** Tests of opening, migrating and querying each kind of database. */
const databaseTests = ['packages/server/src/db/*.test.ts'];
/** Tests that compile or pack the whole repository, ten CPU seconds or more each. `npm run test:full` runs these. */
const wholeTests = [
  'scripts/build/declarations.test.ts',
  'scripts/build/pack.test.ts',
  'scripts/browsers/browsers.test.ts',
  'scripts/docs/recipes/recipes.test.ts',
  'scripts/docs/snippets.test.ts',
  'scripts/messages/unused.test.ts',
];
const unitTests = [
  'packages/{wire,core,react,frame,node,sandbox,wagmi,walletconnect,coinbase}/**/*.test.{ts,tsx}',
  chainTests,
  'apps/*/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'mutation/*.test.ts',
];
/** Tests of what only PostgreSQL has: connections that are waited for, and sessions that lock rows. */
const postgresTests = [
  'packages/server/src/db/batches.test.ts',
  'packages/server/src/sessions/lockOrder.test.ts',
];
/** Tests that start programs, which open the embedded database themselves. */
const startTests = ['packages/server/src/main.test.ts'];
/**
 * Tests with a WalletConnect phone. Its library keeps trying to reach a closed relay for minutes, so each file has
 * its own process.
 */
const phoneTests = ['packages/walletconnect/src/*.test.ts', 'e2e/wallets/walletConnect.test.ts'];
/**
 * Tests in which processes and databases fail, are restored or run for a long time, and tests that need Prometheus.
 * Only the wide run has a project for them (docs/evidence).
 */
const faultTests = ['e2e/{backups,faults,observability,soak}/*.test.ts'];
/** Tests that install packages, most of them in a clone, and take several minutes. Only the wide run has a project. */
const newcomerTests = ['e2e/{newcomer,quick-starts}/*.test.ts'];
/** Tests of the files of `deploy/` with the programs that read them. The wide run has them as a project too. */
const deployTests = ['e2e/deploy/*.test.ts'];
/** Tests in Firefox and WebKit, which `npm test` does not install. The wide run has them as a project. */
const engineTests = ['e2e/engines/*.test.ts'];
/** Tests of the documentation site, whose build takes too long for `npm test`. The wide run has them as a project. */
const siteTests = ['e2e/site/*.test.ts'];

// `isolate: false`: a worker keeps loaded modules, because loading them for each file would take most of the time of
// small tests, and several CPU seconds of each file with a browser or a published client. So a test must not leave
// state in a module that changes another test. Workers of browser tests also keep their Chromium, the bundles of host
// apps and the service's process (e2e/harness); each file gets an empty database and a reset clock.

/**
 * Returns the service tests that run on one kind of database. `npm test` runs each once: on PostgreSQL, or on the
 * embedded database if the machine has no PostgreSQL or the test starts programs that open it. The wide run and a
 * direct call of Vitest run all on both.
 */
function serviceFiles(database: 'embedded' | 'postgres'): { include: string[]; exclude: string[] } {
  const all = { include: serviceTests, exclude: [] };
  const none = { include: [], exclude: [] };
  if (process.env.LATCHKEY_WIDE === '1' || tier === undefined) return all;
  if (!findPostgres()) return database === 'embedded' && tier === 'test' ? all : none;
  if (database === 'postgres') return tier === 'test' ? { ...all, exclude: startTests } : none;
  return { include: tier === 'test' ? startTests : databaseTests, exclude: [] };
}

/**
 * Returns the project of service tests on one kind of database. Stores use the same SQL on both kinds
 * (packages/server/README.md).
 */
function serviceProject(database: 'embedded' | 'postgres'): TestProjectInlineConfiguration {
  const { include, exclude } = serviceFiles(database);
  return {
    ...resolve,
    test: {
      ...waiting,
      name: `service-${database}`,
      include,
      exclude: [
        ...nowhere,
        ...browserTests,
        chainTests,
        ...exclude,
        ...(database === 'embedded' ? postgresTests : []),
      ],
      env: { LATCHKEY_TEST_DATABASE: database },
      pool: 'forks',
      isolate: false,
      // Uses only the fast compiler for PostgreSQL's WebAssembly. A test runs too few queries to gain from better code.
      execArgv: database === 'embedded' ? ['--liftoff-only'] : [],
      testTimeout: 240_000,
      hookTimeout: 240_000,
      globalSetup: [
        'scripts/test/serviceSetUp.ts',
        ...(database === 'postgres' ? ['packages/testkit/src/postgres/postgresSetup.ts'] : []),
      ],
    },
  };
}

/** Returns the project of the published clients, against a service on one kind of database. */
function conformanceProject(
  database: 'embedded' | 'postgres',
  include: string[],
): TestProjectInlineConfiguration {
  return {
    ...resolve,
    test: {
      ...inBrowser,
      ...inTier(),
      name: database === 'embedded' ? 'conformance' : `conformance-${database}`,
      include,
      env: { LATCHKEY_TEST_DATABASE: database },
      pool: 'forks',
      isolate: false,
      globalSetup: ['e2e/harness/setUp.ts', 'conformance/setup.ts'],
      testTimeout: 480_000,
      hookTimeout: 480_000,
    },
  };
}

export default defineConfig({
  plugins: [manifestsInKey],
  test: {
    // All projects read the same sources.
    experimental: moduleCache,
    sequence: { sequencer: LongestFirst },
    // `npm test`, `npm run test:full` and `npm run test:wide` keep reports for `npm run spec` and show their progress.
    ...(report
      ? {
          reporters: [
            'default',
            ['json', { outputFile: report }],
            createProgress(readRecorded(tier ?? 'full')),
          ],
        }
      : {}),
    // One more than the cores, because tests with a browser wait at times. At most four, because an embedded database
    // takes about 300 MB. Files of all projects share these workers, so no test may depend on the
    // speed of the machine.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    projects: [
      {
        ...resolve,
        test: {
          ...waiting,
          name: 'unit',
          include: tier === 'full' ? wholeTests : unitTests,
          exclude: [...nowhere, ...browserTests, ...phoneTests, ...(tier === 'test' ? wholeTests : [])],
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      serviceProject('embedded'),
      serviceProject('postgres'),
      {
        ...resolve,
        test: {
          ...inBrowser,
          ...inTier(
            ...faultTests,
            ...newcomerTests,
            ...deployTests,
            ...engineTests,
            ...siteTests,
            ...phoneTests,
          ),
          name: 'browser',
          include: browserTests,
          pool: 'forks',
          isolate: false,
          globalSetup: ['e2e/harness/setUp.ts'],
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
      {
        ...resolve,
        test: {
          ...inBrowser,
          ...inTier(),
          name: 'phones',
          include: phoneTests,
          pool: 'forks',
          globalSetup: ['e2e/harness/setUp.ts'],
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
      conformanceProject('embedded', ['conformance/**/*.test.ts']),
      // Only the wide run has these projects.
      ...(process.env.LATCHKEY_WIDE
        ? [
            {
              ...resolve,
              test: {
                ...waiting,
                name: 'faults',
                include: faultTests,
                exclude: nowhere,
                pool: 'forks' as const,
                globalSetup: ['scripts/test/serviceSetUp.ts'],
                // Processes start many times, which takes long on a busy machine.
                testTimeout: 600_000,
                hookTimeout: 600_000,
              },
            },
            {
              ...resolve,
              test: {
                ...waiting,
                name: 'newcomer',
                include: newcomerTests,
                exclude: nowhere,
                pool: 'forks' as const,
                // Installs use the package registry.
                testTimeout: 900_000,
                hookTimeout: 1_800_000,
              },
            },
            {
              ...resolve,
              test: {
                ...waiting,
                name: 'deploy',
                include: deployTests,
                exclude: nowhere,
                pool: 'forks' as const,
                globalSetup: ['scripts/test/serviceSetUp.ts'],
                // Two builds of the image install packages from the registry.
                testTimeout: 900_000,
                hookTimeout: 1_800_000,
              },
            },
            {
              ...resolve,
              test: {
                ...waiting,
                name: 'engines',
                include: engineTests,
                exclude: nowhere,
                pool: 'forks' as const,
                globalSetup: ['e2e/harness/setUp.ts'],
                testTimeout: 480_000,
                hookTimeout: 480_000,
              },
            },
            {
              ...resolve,
              test: {
                ...waiting,
                name: 'site',
                include: siteTests,
                exclude: nowhere,
                pool: 'forks' as const,
                testTimeout: 480_000,
                hookTimeout: 480_000,
              },
            },
            conformanceProject('postgres', [
              'conformance/reactAuth/*.test.ts',
              'conformance/jsSdkCore/withoutScreens.test.ts',
            ]),
          ]
        : []),
      {
        ...resolve,
        test: {
          ...waiting,
          name: 'examples',
          include: ['examples/*.test.ts'],
          exclude: nowhere,
          pool: 'forks',
          globalSetup: ['examples/install.ts'],
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
    ],
  },
});
