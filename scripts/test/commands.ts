import type { Tool } from './machine.ts';

/** One run of Vitest, or the static checks, within a command. */
export interface Step {
  name: string;
  /** Projects of `vitest.config.ts`. The step of the checks has none. */
  projects: readonly string[];
  /** Whether its tests wait for others (browsers, a database): then more workers than cores pay. */
  waits: boolean;
  /** CPU seconds of the reference machine that it may take; null if it is not judged. */
  budgetS: number | null;
}

export interface Command {
  /** The command line. */
  call: string;
  /** Its length on two idle cores, in minutes. */
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
    minutes: 10,
    tools: ['browser', 'postgres'],
    steps: [
      { name: 'checks', projects: [], waits: false, budgetS: 75 },
      { name: 'unit', projects: ['unit'], waits: false, budgetS: 220 },
      { name: 'service', projects: ['service-postgres', 'service-embedded'], waits: true, budgetS: 240 },
      { name: 'browser', projects: ['browser', 'phones', 'conformance'], waits: true, budgetS: 320 },
    ],
  },
  full: {
    call: 'npm run test:full',
    minutes: 28,
    tools: ['browser', 'postgres'],
    steps: [
      {
        name: 'all others',
        projects: ['unit', 'service-embedded', 'browser', 'phones', 'conformance'],
        waits: true,
        budgetS: 3200,
      },
    ],
  },
} as const satisfies Record<string, Command>;
