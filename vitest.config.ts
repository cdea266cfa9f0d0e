import { availableParallelism } from 'node:os';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './packages/testkit/src/postgres/findPrograms.ts';
import { readRecorded } from './scripts/test/cpu/costs.ts';
import { LongestFirst } from './scripts/test/longestFirst.ts';
import { manifestsInKey, moduleCache } from './scripts/test/moduleCache.ts';
import { createProgress } from './scripts/test/progress.ts';
import { findFilesWithoutStory, storyTag } from './scripts/test/stories.ts';

// Workspace packages are read from their sources, so no test needs a build of what it imports.
const conditions = ['@latchkey/source'];
const resolve = {
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
};

/**
 * The command whose tests run: `npm test`, or `npm run test:full`, which adds the others. Undefined if Vitest was called
 * directly: every file that is named then runs whole.
 */
const tier = process.env.LATCHKEY_TIER as 'test' | 'full' | undefined;

const nowhere = ['**/node_modules/**', '**/dist/**'];

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
 * `expect.poll` gives up after this, in ms. A poll that succeeds takes no longer for it, and a machine that also runs
 * Chromium may be slow: Vitest's own second is far too short.
 */
const waiting = {
  expect: { poll: { timeout: 60_000 } },
  // They end what a test has started, even if the test times out, and note what each file takes.
  setupFiles: ['scripts/test/cpu/measureFile.ts', 'packages/testkit/src/processes/setUp.ts'],
};
/** A test with a browser that fails leaves what could be seen of it. */
const inBrowser = { ...waiting, setupFiles: [...waiting.setupFiles, 'e2e/harness/evidence/setUp.ts'] };

const browserTests = ['e2e/**/*.test.{ts,tsx}', 'packages/**/*.browser.test.{ts,tsx}'];
const serviceTests = ['packages/{server,testkit}/**/*.test.ts'];
/** Chains and contracts, which need no database. */
const chainTests = 'packages/testkit/src/{chain,contracts}/*.test.ts';
/** Tests of how each kind of database is opened, migrated and asked. */
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
/** Tests that start programs, which open the embedded database by themselves. */
const startTests = ['packages/server/src/main.test.ts'];
/** With a phone of WalletConnect's, whose library goes on for minutes to reach a relay that is gone: each in a process that ends with it. */
const phoneTests = ['packages/walletconnect/src/*.test.ts', 'e2e/wallets/walletConnect.test.ts'];
/** Several processes on databases of their own, which fail or are restored: a project of the wide run (docs/evidence). */
const faultTests = ['e2e/{backups,faults}/*.test.ts'];
/** What takes a clone, an install and minutes: a project of the wide run too. */
const newcomerTests = ['e2e/newcomer/*.test.ts'];
/** In Firefox and WebKit, which `npm test` does not install: a project of the wide run as well. */
const engineTests = ['e2e/engines/*.test.ts'];

// `isolate: false`: a worker keeps the modules that it has loaded. No module of ours holds a state that a test changes,
// and loading them anew for every file was most of the time of the small tests, and several seconds of CPU of each file with
// a browser or a published client. Workers of browser tests keep their Chromium, the bundles of host apps and the process of
// the service as well (e2e/harness); each file finds its database empty, and its clock at the time.

/**
 * The service tests that run on one kind of database. `npm test` has each once: on PostgreSQL, or on the embedded database if the
 * machine has no PostgreSQL. The wide run has all on both.
 */
function serviceFiles(database: 'embedded' | 'postgres'): { include: string[]; exclude: string[] } {
  const all = { include: serviceTests, exclude: [] };
  const none = { include: [], exclude: [] };
  if (process.env.LATCHKEY_WIDE === '1' || tier === undefined) return all;
  if (!findPostgres()) return database === 'embedded' && tier === 'test' ? all : none;
  if (database === 'postgres') return tier === 'test' ? { ...all, exclude: startTests } : none;
  return { include: tier === 'test' ? startTests : databaseTests, exclude: [] };
}

/** The service tests on one kind of database: the same files, the same SQL (packages/server/README.md). */
function serviceProject(database: 'embedded' | 'postgres'): TestProjectInlineConfiguration {
  const { include, exclude } = serviceFiles(database);
  return {
    ...resolve,
    test: {
      ...waiting,
      name: `service-${database}`,
      include,
      exclude: [...nowhere, ...browserTests, chainTests, ...exclude],
      env: { LATCHKEY_TEST_DATABASE: database },
      pool: 'forks',
      isolate: false,
      // PostgreSQL in WebAssembly is compiled once, quickly: a test asks too little of it for better code to pay.
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

/** The published clients, against a service on one kind of database. */
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
    // Seven projects read the same sources.
    experimental: moduleCache,
    sequence: { sequencer: LongestFirst },
    // The commands of `scripts/test.ts` keep a report for `npm run spec`, and say how far they are.
    ...(report
      ? {
          reporters: [
            'default',
            ['json', { outputFile: report }],
            createProgress(readRecorded(tier ?? 'full')),
          ],
        }
      : {}),
    // One more than the cores of a small machine, because a browser waits at times. On a large machine the embedded databases
    // (300 MB each) set the limit. Files of all projects share these workers: no test may depend on how fast the machine is.
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
          ...inTier(...faultTests, ...newcomerTests, ...engineTests, ...phoneTests),
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
      // The others ask both databases themselves.
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
                // Processes are started many times, and on a busy machine that takes its time.
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
                // Installs ask the package registry.
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
