import type { Tool } from './machine.ts';

/** One run of Vitest, or the static checks, within a command. */
export interface Step {
  name: string;
  /** Projects of `vitest.config.ts`. Empty for the step of the checks. */
  projects: readonly string[];
  /** True if its tests wait for other programs (browsers, a database), so more workers than cores are faster. */
  waits: boolean;
  /** CPU seconds that it may take on the reference machine. Null if it is not judged. */
  budgetS: number | null;
}

export interface Command {
  /** Command line that runs it. */
  call: string;
  /** Duration on two idle cores, in minutes. */
  minutes: number;
  tools: readonly Tool[];
  steps: readonly Step[];
}

/**
 * `npm test` and `npm run test:full`. Together they run every test that is not only in `npm run test:wide`. `npm test`
 * runs the service's tests on PostgreSQL if the machine has it; `npm run test:full` then repeats those of `src/db` on
 * the embedded database.
 *
 * Each new capability may add at most 15 CPU seconds to `npm test`.
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
