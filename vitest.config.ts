import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { findPgBouncer } from './packages/testkit/src/postgres/pgBouncer.ts';
import { findPostgres } from './packages/testkit/src/postgres/postgresServer.ts';
import { LongestFirst } from './scripts/test/longestFirst.ts';

// Workspace packages are read from their sources, so no test needs a build of what it imports.
const conditions = ['@latchkey/source'];
const resolve = {
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
};

/**
 * `expect.poll` gives up after this, in ms. A poll that succeeds takes no longer for it, and a machine that also runs
 * Chromium may be slow: Vitest's own second is far too short.
 */
const waiting = { expect: { poll: { timeout: 60_000 } } };

const browserTests = ['e2e/**/*.test.{ts,tsx}', 'packages/**/*.browser.test.{ts,tsx}'];
const serviceTests = ['packages/{server,testkit}/**/*.test.ts'];
/** Chains and contracts, which need no database. */
const chainTests = 'packages/testkit/src/{chain,contracts}/*.test.ts';
/**
 * What is the same on any database, and not cheap: what every route refuses; what each method of login, each second factor, the
 * audit and webhooks answer; how nodes, providers, mail servers and sockets are spoken to. Users, sessions, custody, races and
 * thieves of second factors are not among it. On both databases in the wide run alone (docs/evidence); else on PostgreSQL, which
 * takes two thirds of the processor time, and on the embedded database where a machine has none.
 */
const borderTests = [
  'packages/server/src/listen.test.ts',
  'packages/server/src/{chains,cloud,delivery,prices}/*.test.ts',
  'packages/server/src/crypto/**/*.test.ts',
  'packages/server/src/custody/border/oldSession.test.ts',
  'packages/server/src/http/{hostile,node}/*.test.ts',
  'packages/server/src/http/border/failures.test.ts',
  'packages/server/src/{audit,methods,webhooks}/**/*.test.ts',
  'packages/server/src/mfa/{atLogin,claims,fallbacks,firstFactor,gate,operator,removing}.test.ts',
  'packages/server/src/mfa/{passkey,sms,totp}Factor*.test.ts',
  'packages/server/src/strangers.test.ts',
];
/** How programs start: on the embedded database alone, but for the wide run. */
const startTests = ['packages/server/src/main.test.ts'];
/** With a phone of WalletConnect's, whose library goes on for minutes to reach a relay that is gone: each in a process that ends with it. */
const phoneTests = ['packages/walletconnect/src/*.test.ts', 'e2e/wallets/walletConnect.test.ts'];
const nowhere = ['**/node_modules/**', '**/dist/**'];
/** Several processes on databases of their own, which fail or are restored: a project of the wide run (docs/evidence). */
const faultTests = ['e2e/{backups,faults}/*.test.ts'];
/** What takes a clone, an install and minutes: a project of the wide run too. */
const newcomerTests = ['e2e/newcomer/*.test.ts'];

// `isolate: false`: a worker keeps the modules that it has loaded. No module of ours holds a state that a test changes,
// and loading them anew for every file was most of the time of the small tests, and several seconds of CPU of each file with
// a browser or a published client. Workers of browser tests keep their Chromium, the bundles of host apps and the process of
// the service as well (e2e/rig); each file finds its database empty, and its clock at the time.

/** The service tests that this run leaves to the other kind of database. */
function elsewhere(database: 'embedded' | 'postgres'): string[] {
  if (process.env.LATCHKEY_WIDE === '1') return [];
  if (database === 'postgres') return startTests;
  return findPostgres() ? borderTests : [];
}

/** The service tests on one kind of database: the same files, the same SQL (docs/houses/server.md). */
function serviceProject(database: 'embedded' | 'postgres'): TestProjectInlineConfiguration {
  return {
    ...resolve,
    test: {
      ...waiting,
      name: `service-${database}`,
      include: serviceTests,
      exclude: [...[...nowhere, ...browserTests, chainTests], ...elsewhere(database)],
      env: { LATCHKEY_TEST_DATABASE: database },
      pool: 'forks',
      isolate: false,
      // PostgreSQL in WebAssembly is compiled once, quickly: a test asks too little of it for better code to pay.
      execArgv: database === 'embedded' ? ['--liftoff-only'] : [],
      testTimeout: 120_000,
      hookTimeout: 120_000,
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
      ...waiting,
      name: database === 'embedded' ? 'conformance' : `conformance-${database}`,
      include,
      exclude: nowhere,
      env: { LATCHKEY_TEST_DATABASE: database },
      pool: 'forks',
      isolate: false,
      globalSetup: ['e2e/rig/setUp.ts', 'conformance/setup.ts'],
      testTimeout: 240_000,
      hookTimeout: 300_000,
    },
  };
}

/** What our packages export decides which file an import means, of which a module that was transformed before keeps the answer. */
const packages = join(import.meta.dirname, 'packages');
const manifests = readdirSync(packages).map((name) =>
  readFileSync(join(packages, name, 'package.json'), 'utf8'),
);

export default defineConfig({
  plugins: [
    {
      name: 'manifests',
      configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
        addToKey(() => manifests.join());
      },
    },
  ],
  test: {
    // Seven projects read the same sources: each module is transformed for the first that asks, and in later runs only when it
    // changed. Entries are named by a hash of all that makes them, so none gets old.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/latchkey-modules' },
    sequence: { sequencer: LongestFirst },
    // Two more than the cores of a small machine, because a browser mostly waits; on a large one the embedded databases
    // (300 MB each) set the limit. Files of all projects share these workers: no test may depend on how fast the
    // machine is.
    maxWorkers: Math.min(availableParallelism() + 2, 4),
    projects: [
      {
        ...resolve,
        test: {
          ...waiting,
          name: 'unit',
          include: [
            'packages/{wire,core,react,frame,node,sandbox,wagmi,walletconnect,coinbase}/**/*.test.{ts,tsx}',
            chainTests,
            'apps/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'mutation/*.test.ts',
          ],
          exclude: [...nowhere, ...browserTests, ...phoneTests],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      serviceProject('embedded'),
      serviceProject('postgres'),
      {
        ...resolve,
        test: {
          ...waiting,
          name: 'browser',
          include: browserTests,
          exclude: [...nowhere, ...faultTests, ...newcomerTests, ...phoneTests],
          pool: 'forks',
          isolate: false,
          globalSetup: ['e2e/rig/setUp.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...resolve,
        test: {
          ...waiting,
          name: 'phones',
          include: phoneTests,
          exclude: nowhere,
          pool: 'forks',
          globalSetup: ['e2e/rig/setUp.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
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
                exclude: [...nowhere, ...(findPgBouncer() ? [] : ['e2e/faults/pgBouncer.test.ts'])],
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
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
