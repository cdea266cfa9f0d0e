import { performance } from 'node:perf_hooks';
import { buildAll } from './build.ts';
import { lintPackages } from './check/packages.ts';
import { bin, capture, type Finished, tsc, tscOptions } from './run.ts';

type Command = readonly [command: string, ...args: string[]];

interface Check {
  name: string;
  /** Commands and functions that run one after the other; the first failure ends the check. */
  steps: readonly (Command | (() => Promise<Finished>))[];
}

const checks: readonly Check[] = [
  {
    name: 'types and packages',
    steps: [[tsc, '-b', ...tscOptions], lintPackages],
  },
  { name: 'lint and format', steps: [[bin('biome'), 'ci', '--colors=off', '--error-on-warnings', '.']] },
  { name: 'architecture', steps: [[bin('tsx'), 'scripts/checkArchitecture.ts']] },
  { name: 'dead code', steps: [[bin('knip')], [bin('knip'), '--production']] },
  { name: 'sizes', steps: [[bin('tsx'), 'scripts/size.ts']] },
  { name: 'workspaces', steps: [[bin('sherif'), '-r', 'root-package-manager-field']] },
];

interface Checked {
  passed: string[];
  failed: string[];
}

/**
 * Runs all static checks in parallel. Each prints a line when it ends, and its output if it failed.
 *
 * @returns the names of the passed and the failed checks
 */
export async function runChecks(): Promise<Checked> {
  // publint and the sizes need the published files.
  await buildAll({ only: ['libraries', 'server', 'sandbox', 'cli'] });
  const results = await Promise.all(checks.map(runCheck));
  return {
    passed: results.filter(({ isGood }) => isGood).map(({ name }) => name),
    failed: results.filter(({ isGood }) => !isGood).map(({ name }) => name),
  };
}

async function runCheck({ name, steps }: Check): Promise<{ name: string; isGood: boolean }> {
  const start = performance.now();
  for (const step of steps) {
    const { code, output } = await runStep(step);
    if (code !== 0) {
      console.log(`${output.trimEnd()}\n✗ ${name}: ${nameOf(step)} ended with ${code}\n`);
      return { name, isGood: false };
    }
  }
  console.log(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return { name, isGood: true };
}

function runStep(step: Check['steps'][number]): Promise<Finished> {
  if (typeof step === 'function') return step();
  const [command, ...args] = step;
  return capture(command, args, { env: { FORCE_COLOR: '0' } });
}

function nameOf(step: Check['steps'][number]): string {
  if (typeof step === 'function') return step.name;
  const [command, ...args] = step;
  return `\`${[command.split('/').at(-1), ...args].join(' ')}\``;
}

if (process.argv[1] === import.meta.filename) {
  const { failed } = await runChecks();
  if (failed.length > 0) process.exit(1);
}
