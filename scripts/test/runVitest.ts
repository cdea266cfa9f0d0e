import { bin, runShown } from '../run.ts';

export interface VitestRun {
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Path of a JSON report, for totals and for `npm run spec`. Without one there is no report. */
  report?: string;
}

/** Runs Vitest on this terminal; resolves to its exit code. */
export function runVitest({ args, env = {}, report }: VitestRun): Promise<number> {
  return runShown(bin('vitest'), ['run', ...args], {
    env: { ...env, ...(report === undefined ? {} : { LATCHKEY_TEST_REPORT: report }) },
  });
}
