import type { LaterNode } from './laterNodes.ts';
import type { Tool } from './machine.ts';

/** A run of Vitest within a part. */
interface Run {
  name: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** A part of `npm run test:wide`, which takes an hour at most on two cores. */
export interface Part {
  /** The matrices that it walks whole; docs/evidence has the table. */
  about: string;
  /** Programs that it needs and the other parts do not. */
  tools?: readonly Tool[];
  /** Runs of Vitest, one after the other. */
  runs(machine: Machine): Run[];
}

/** Programs that not every machine has. */
interface Machine {
  laterNodes: readonly LaterNode[];
  hasPgBouncer: boolean;
}

const whole = { LATCHKEY_WIDE: '1' };
const serviceProjects = ['--project', 'service-embedded', '--project', 'service-postgres'];

/** Orders in which files that share memory and databases have to pass too. */
const seeds = [1, 2, 3];

/** The tests for later versions of Node.js: all that need no browser, and one `npm start`. */
const onLaterNodes = {
  unit: ['--project', 'unit'],
  service: serviceProjects,
  start: ['--project', 'browser', 'e2e/start', '-t', 'starts everything'],
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
    about: 'several processes behind PgBouncer, fail-over, rolling restart, backup and restore',
    runs: ({ hasPgBouncer }) => [
      {
        name: 'faults',
        args: ['--project', 'faults', ...(hasPgBouncer ? [] : ['--exclude', 'e2e/faults/pgBouncer.test.ts'])],
        env: whole,
      },
    ],
  },
  engines: {
    about: "the modal's journeys and the frame's border in Firefox and WebKit, on a desktop and a phone",
    tools: ['firefox', 'webkit'],
    runs: () => [{ name: 'engines', args: ['--project', 'engines'], env: whole }],
  },
  newcomer: {
    about: 'the guides followed from a clone, installs, examples and production without development packages',
    runs: () => [
      { name: 'newcomer', args: ['--project', 'newcomer'], env: whole },
      { name: 'examples', args: ['--project', 'examples'], env: whole },
    ],
  },
};
