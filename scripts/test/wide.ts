import type { LaterNode } from './laterNodes.ts';
import type { Tool } from './machine.ts';

interface Run {
  name: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** A part of `npm run test:wide`. It takes at most an hour on two cores. */
export interface Part {
  /** Matrices that the part runs completely; docs/evidence has the table. */
  about: string;
  /** Programs that this part needs in addition to Chromium, PostgreSQL and PgBouncer. */
  tools?: readonly Tool[];
  /** Returns runs of Vitest, which run one after the other. */
  runs(machine: Machine): Run[];
}

interface Machine {
  laterNodes: readonly LaterNode[];
  has(tool: Tool): boolean;
}

const whole = { LATCHKEY_WIDE: '1' };
const serviceProjects = ['--project', 'service-embedded', '--project', 'service-postgres'];

/** Seeds of random orders of test files. Files that share memory and databases must pass in each. */
const seeds = [1, 2, 3];

/** Tests for later versions of Node.js: the unit and service tests, and one `npm start`. */
const onLaterNodes = {
  unit: ['--project', 'unit'],
  service: serviceProjects,
  start: ['--project', 'browser', 'e2e/start', '-t', 'starts everything'],
};

/** Tests of `deploy/` by the programs that they need. */
const deployTests = {
  systemd: 'e2e/deploy/units.test.ts',
  proxies: 'e2e/deploy/proxies.test.ts',
  imageBuilder: 'e2e/deploy/image.test.ts',
} as const;

/**
 * Returns the environment of a run that leaves out the tests whose program is missing. `vitest.config.ts` reads it:
 * projects that have their own list of exclusions ignore Vitest's `--exclude`.
 */
const without = (has: Machine['has'], tests: Readonly<Partial<Record<Tool, string>>>): NodeJS.ProcessEnv => {
  const left = Object.entries(tests).flatMap(([tool, test]) => (has(tool as Tool) ? [] : [test]));
  return left.length > 0 ? { ...whole, LATCHKEY_WITHOUT: left.join(',') } : whole;
};

const browserProjects = ['--project', 'browser', '--project', 'conformance', '--project', 'unit'];

export const parts: Readonly<Record<string, Part>> = {
  databases: {
    about: 'service, SDK and published clients on both databases; hostile requests in large numbers',
    runs: () => [
      { name: 'service', args: serviceProjects, env: whole },
      { name: 'clients', args: ['--project', 'conformance-postgres'], env: whole },
      { name: 'sdk', args: ['--project', 'browser', 'e2e/sdk'], env: whole },
    ],
  },
  screens: {
    about: 'every screen by theme, size and language',
    runs: () => [{ name: 'gallery', args: ['--project', 'browser', 'e2e/gallery'], env: whole }],
  },
  journeys: {
    about:
      'every social provider, way of funding and dapp button; demo and funding on a phone; all published versions',
    runs: () => [
      {
        name: 'walks',
        args: [...browserProjects, 'e2e/modal', 'e2e/story', 'e2e/funding', 'e2e/cross-app', 'conformance'],
        env: whole,
      },
    ],
  },
  crashes: {
    about: 'death at every moment of every act; hostile messages to the frame in large numbers',
    runs: () => [
      {
        name: 'crashes',
        args: [...browserProjects, 'e2e/crash', 'e2e/frame', 'packages/frame', 'packages/sandbox'],
        env: whole,
      },
    ],
  },
  order: {
    about: `unit and service tests in random order, by the seeds ${seeds.join(', ')}`,
    runs: () =>
      seeds.map((seed) => ({
        name: `seed-${seed}`,
        args: ['--project', 'unit', ...serviceProjects, '--sequence.shuffle', `--sequence.seed=${seed}`],
      })),
  },
  nodes: {
    about: 'unit and service tests and `npm start` on Node.js 22 and 24',
    runs: ({ laterNodes }) =>
      laterNodes.flatMap(({ major, path }) =>
        Object.entries(onLaterNodes).map(([name, args]) => ({
          name: `node-${major}-${name}`,
          args,
          env: { PATH: path },
        })),
      ),
  },
  faults: {
    about:
      'several processes behind PgBouncer, fail-over, rolling restart and upgrade, backup and restore, alert rules',
    tools: ['promtool'],
    runs: ({ has }) => [
      {
        name: 'faults',
        args: ['--project', 'faults', 'e2e/backups', 'e2e/faults', 'e2e/observability'],
        env: without(has, { pgBouncer: 'e2e/faults/pgBouncer.test.ts', promtool: 'e2e/observability/*' }),
      },
    ],
  },
  soak: {
    about: '45 minutes of constant load on two workers: memory and tables stay level',
    runs: () => [{ name: 'soak', args: ['--project', 'faults', 'e2e/soak'], env: whole }],
  },
  deploy: {
    about: 'the image, the sample proxies and the systemd units of `deploy/`',
    tools: ['systemd', 'proxies', 'imageBuilder'],
    runs: ({ has }) => [{ name: 'deploy', args: ['--project', 'deploy'], env: without(has, deployTests) }],
  },
  engines: {
    about: "the modal's journeys and the frame's border in Firefox and WebKit, on a desktop and a phone",
    tools: ['firefox', 'webkit'],
    runs: () => [{ name: 'engines', args: ['--project', 'engines'], env: whole }],
  },
  site: {
    about: 'the documentation site: every page on a phone, links, search, accessibility',
    runs: () => [{ name: 'site', args: ['--project', 'site'], env: whole }],
  },
  quickstarts: {
    about: 'the quick starts, each followed from an empty folder to a signature',
    runs: () => [{ name: 'quickstarts', args: ['--project', 'newcomer', 'e2e/quick-starts'], env: whole }],
  },
  newcomer: {
    about:
      'the guides followed from a clone, installs, examples and production from packed packages behind TLS',
    tools: ['proxies'],
    runs: ({ has }) => [
      {
        name: 'newcomer',
        args: ['--project', 'newcomer', 'e2e/newcomer'],
        env: without(has, { proxies: 'e2e/newcomer/production.test.ts' }),
      },
      { name: 'examples', args: ['--project', 'examples'], env: whole },
    ],
  },
};
