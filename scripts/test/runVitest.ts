import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../build/contentHash.ts';
import { bin, runShown } from '../run.ts';
import { resultsFolder } from '../spec/results.ts';

export interface VitestRun {
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Name of its report, for `npm run spec` and for totals. Without one there is no report. */
  report?: string;
}

/** Runs Vitest on this terminal; resolves to its exit code. */
export async function runVitest({ args, env = {}, report }: VitestRun): Promise<number> {
  const path = report === undefined ? null : join(root, resultsFolder, `${report}.json`);
  if (path) await mkdir(dirname(path), { recursive: true });
  return runShown(bin('vitest'), ['run', ...args], {
    env: { ...env, ...(path ? { LATCHKEY_TEST_REPORT: path } : {}) },
  });
}
