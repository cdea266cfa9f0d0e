import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../scripts/build/contentHash.ts';
import { runShown } from '../scripts/run.ts';
import { copyTree } from './copyTree.ts';
import type { Group } from './groups.ts';
import type { StrykerReport } from './outcome.ts';

/** Seed of the draw. Another one draws other mutants, whose survivors have no reasons yet. */
const seed = 'latchkey';

const installed = join(root, 'mutation/node_modules/@stryker-mutator');
const config = 'stryker.config.json';

/**
 * Breaks a group's code, one mutant at a time, and runs the tests that reach it.
 *
 * It works in a copy of the tree, so an interrupted run leaves no broken code in the tree itself.
 *
 * @param isWhole if false, keeps results from the last report for mutants that Stryker finds unaffected by changes
 *   of code and tests
 * @returns Stryker's report; its HTML page is in `.cache/mutation`
 */
export async function tryGroup(
  { name, code, tests, sample }: Group,
  { isWhole }: { isWhole: boolean },
): Promise<StrykerReport> {
  const copy = await copyTree();
  const reports = join(root, '.cache/mutation');
  const report = join(reports, `${name}.json`);
  const last = join(reports, `${name}.last.json`);
  try {
    await mkdir(reports, { recursive: true });
    await rm(last, { force: true });
    if (!isWhole && existsSync(report)) await writeFile(last, await readNoticed(report));
    await writeFile(
      join(copy.folder, config),
      JSON.stringify({
        mutate: code,
        inPlace: true,
        plugins: [join(installed, 'vitest-runner/dist/src/index.js'), join(root, 'mutation/sample.js')],
        testRunner: 'vitest',
        vitest: { configFile: 'mutation/vitest.config.ts', related: false },
        // Compiles PostgreSQL's WebAssembly quickly, as the root's vitest.config.ts does.
        testRunnerNodeArgs: ['--liftoff-only'],
        checkers: sample === undefined ? [] : ['sample'],
        coverageAnalysis: 'perTest',
        ...(sample === undefined ? {} : { ignoreStatic: true }),
        ...(isWhole ? {} : { incremental: true, incrementalFile: last }),
        concurrency: 2,
        timeoutMS: 20_000,
        // A busy machine takes many times as long as an idle one.
        dryRunTimeoutMinutes: 30,
        disableTypeChecks: false,
        reporters: ['progress-append-only', 'json', 'html'],
        jsonReporter: { fileName: report },
        htmlReporter: { fileName: join(reports, `${name}.html`) },
      }),
    );
    const status = await runShown(process.execPath, [join(installed, 'core/bin/stryker.js'), 'run', config], {
      cwd: copy.folder,
      env: {
        MUTATION_TESTS: JSON.stringify(tests),
        MUTATION_SAMPLE: String(sample ?? ''),
        MUTATION_SEED: seed,
        MUTATION_ROOT: root,
      },
    });
    if (status !== 0) throw new Error(`Stryker ended with ${status} for ${name}; its output stands above.`);
    return JSON.parse(await readFile(report, 'utf8')) as StrykerReport;
  } finally {
    await copy.remove();
  }
}

/**
 * Results that are tried again, because Stryker misses some mutants that a new test reaches, and a busy machine
 * causes timeouts.
 */
const doubtful = new Set(['Survived', 'NoCoverage', 'Timeout']);

/** Reads the last report in the form that Stryker continues from, without the results to try again. */
async function readNoticed(report: string): Promise<string> {
  const { files, ...rest } = JSON.parse(await readFile(report, 'utf8')) as StrykerReport;
  const noticed = Object.entries(files).map(([file, { mutants, ...facts }]) => {
    return [file, { ...facts, mutants: mutants.filter(({ status }) => !doubtful.has(status)) }];
  });
  return JSON.stringify({ ...rest, files: Object.fromEntries(noticed) });
}
