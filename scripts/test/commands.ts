import type { Tool } from './machine.ts';

/** One run of Vitest, or the static checks, within a command. */
export interface Step {
  name: string;
  /** Projects of `vitest.config.ts`. The step of the checks has none. */
  projects: readonly string[];
  /** What it may take, in CPU seconds of the reference machine; null if it is not judged. */
  budgetS: number | null;
}

export interface Command {
  /** How it is called. */
  call: string;
  /** What it takes on two cores that have nothing else to do, in minutes. */
  minutes: number;
  tools: readonly Tool[];
  steps: readonly Step[];
}

/**
 * `npm test` and `npm run test:full`: together every test once, but for the matrices of `npm run test:wide`.
 *
 * A capability that is added gets at most 15 CPU seconds of `npm test`.
 */
export const commands = {
  test: {
    call: 'npm test',
    minutes: 8,
    tools: ['browser', 'postgres'],
    steps: [
      { name: 'checks', projects: [], budgetS: 70 },
      { name: 'unit', projects: ['unit'], budgetS: 220 },
      { name: 'service', projects: ['service-postgres', 'service-embedded'], budgetS: 220 },
      { name: 'browser', projects: ['browser', 'phones', 'conformance'], budgetS: 280 },
    ],
  },
  full: {
    call: 'npm run test:full',
    minutes: 27,
    tools: ['browser', 'postgres'],
    steps: [
      {
        name: 'all others',
        projects: ['service-embedded', 'browser', 'phones', 'conformance', 'examples'],
        budgetS: 2700,
      },
    ],
  },
} as const satisfies Record<string, Command>;
