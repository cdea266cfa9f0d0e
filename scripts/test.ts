import { join } from 'node:path';
import { installPublishedClients } from '../conformance/install.ts';
import { setup as installExamples } from '../examples/install.ts';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';
import { runChecks } from './check.ts';
import { bin, runShown } from './run.ts';
import { readCheckout } from './spec/checkout.ts';
import { beginReports, readReports, resultsFolder } from './spec/results.ts';
import { bringLaterNodes } from './test/laterNodes.ts';
import { bringBrowser, bringPgBouncer, bringPostgres } from './test/machine.ts';
import { totalOf } from './test/total.ts';

/** What each part of a machine is needed for. */
const projects = {
  always: ['unit', 'service-embedded', 'examples'],
  postgres: ['service-postgres'],
  browser: ['browser', 'phones', 'conformance'],
  /** In the wide run alone. */
  faults: ['faults'],
  newcomer: ['newcomer'],
};
/** What the later versions of Node.js run: all that runs on Node.js alone, and `npm start` once. */
const onLaterNodes = [
  ['unit', ['--project', 'unit']],
  ['service', ['--project', 'service-embedded', '--project', 'service-postgres']],
  ['start', ['--project', 'browser', 'e2e/start', '-t', 'starts everything']],
] as const;
/** Orders in which what shares memory and databases between files has to pass too. */
const seeds = [1, 2, 3];

const isWide = process.argv.includes('--all');
/** Whose reports these are. */
const command = isWide ? 'all' : 'test';
const isCi = Boolean(process.env.CI);
const startedAt = performance.now();

console.log(`Looking for Chromium, PostgreSQL${isWide ? ' and PgBouncer' : ''}`);
const has = {
  browser: await bringBrowser(),
  postgres: await bringPostgres(),
  pgBouncer: !isWide || (await bringPgBouncer()),
};
const missing = [
  has.browser ? null : 'Chromium',
  has.postgres ? null : 'PostgreSQL 15 or newer',
  has.pgBouncer ? null : 'PgBouncer',
].filter(Boolean);

console.log('Building');
const preparations = await Promise.all([
  prepare('build', () => buildAll()),
  prepare('install of the examples', installExamples),
  ...(has.browser ? [prepare('install of the published clients', installPublishedClients)] : []),
]);

console.log('\nChecking types, lint, rooms and dead code');
const checked = await runChecks();

console.log(`\nTesting${isWide ? ' with the wide matrices' : ''}`);
const folder = join(root, resultsFolder);
const checkout = readCheckout(root);
const reportOf = beginReports(folder, command, checkout);
const chosen = [
  ...projects.always,
  ...(has.postgres ? projects.postgres : []),
  ...(has.browser ? projects.browser : []),
  ...(isWide && has.postgres ? projects.faults : []),
  ...(isWide && has.browser && has.postgres ? projects.newcomer : []),
];
let code = await runTests(
  'tests',
  chosen.flatMap((name) => ['--project', name]),
  isWide ? { LATCHKEY_WIDE: '1' } : {},
);
for (const seed of isWide ? seeds : []) {
  console.log(`\nTesting in random order, seed ${seed}`);
  const shuffled = ['unit', 'service-embedded', ...(has.postgres ? projects.postgres : [])];
  const order = ['--sequence.shuffle', `--sequence.seed=${seed}`];
  const names = shuffled.flatMap((name) => ['--project', name]);
  const orderCode = await runTests(`order-${seed}`, [...names, ...order], {});
  code ||= orderCode;
}
const laterNodes = isWide && has.browser && has.postgres ? await bringLaterNodes().catch(() => []) : [];
if (isWide && laterNodes.length === 0) missing.push('Node.js 22 and 24, with Chromium and PostgreSQL,');
for (const { major, path } of laterNodes) {
  for (const [part, chosenTests] of onLaterNodes) {
    console.log(`\nTesting on Node.js ${major}: ${part}`);
    const partCode = await runTests(`node-${major}-${part}`, chosenTests, { PATH: path });
    code ||= partCode;
  }
}

const checks = {
  passed: [...checked.passed, ...preparations.filter(({ isGood }) => isGood)],
  failed: [...checked.failed, ...preparations.filter(({ isGood }) => !isGood).map(({ name }) => name)],
};
const total = totalOf({
  reports: readReports(folder, checkout, command),
  checks,
  missing: isCi ? missing.length : 0,
  code,
});
console.log(`\n${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
for (const name of checks.failed) console.log(`✗ check failed: ${name}`);
for (const name of missing) {
  console.log(
    isCi
      ? `✗ ${name} is missing, and the tests that need it did not run.`
      : `! SKIPPED: ${name} is missing here, so the tests that need it did not run. CI runs them.`,
  );
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** Runs tests with a report of its own, by whichever `node` the path finds first; resolves to the exit code. */
function runTests(name: string, args: readonly string[], env: Record<string, string>): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return runShown(bin('vitest'), ['run', ...args, ...reporters], { env });
}

/** Runs a step that the tests need; one that fails is counted, and the rest still says what it can. */
async function prepare(
  name: string,
  work: () => Promise<unknown>,
): Promise<{ name: string; isGood: boolean }> {
  try {
    await work();
    return { name, isGood: true };
  } catch (error) {
    console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return { name, isGood: false };
  }
}
