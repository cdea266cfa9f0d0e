import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installPublishedClients } from '../conformance/install.ts';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';
import { runChecks } from './check.ts';
import { readCheckout } from './spec/checkout.ts';
import { beginReports, readReports, resultsFolder } from './spec/results.ts';
import { type Command, commands, type Step } from './test/commands.ts';
import { openAccount } from './test/cpu/account.ts';
import { bringTools, type Tool } from './test/machine.ts';
import { inMinutes } from './test/progress.ts';
import { runVitest } from './test/runVitest.ts';
import { totalOf } from './test/total.ts';

// `npm test`; with `full`, the additional tests of `npm run test:full`. With `--record` the cost of each file is
// recorded.

const tier = process.argv.includes('full') ? 'full' : 'test';
const command: Command = commands[tier];
const folder = join(root, resultsFolder);
const checkout = readCheckout(root);
const startedAt = performance.now();
const passed: string[] = [];
const failed: string[] = [];
let code = 0;

console.log(`${command.call}: about ${command.minutes} minutes on two cores that have nothing else to do.`);
console.log(`Preparation, then ${command.steps.map(({ name }) => name).join(', ')}.`);
const missing = await bringTools(command.tools);
for (const name of missing.values()) console.log(`! ${name} is missing: the tests that need it do not run.`);
const account = await openAccount(tier);
const reportOf = beginReports(folder, tier, checkout);

await account.during('build', null, () => prepare('build', buildAll));
if (!missing.has('browser')) {
  const name = 'install of the published clients';
  await account.during(name, null, () => prepare(name, installPublishedClients));
}
for (const step of command.steps) {
  const { name, projects, budgetS } = step;
  await account.during(name, budgetS, () => (projects.length === 0 ? check() : test(step)));
}

const overBudget = await account.close({ isRecording: process.argv.includes('--record') });
const total = totalOf({
  reports: readReports(folder, checkout, tier),
  checks: { passed, failed: [...failed, ...overBudget] },
  missing: process.env.CI ? missing.size : 0,
  code,
});
console.log(`\n${inMinutes(performance.now() - startedAt)}`);
for (const name of failed) console.log(`✗ check failed: ${name}`);
for (const name of missing.values()) {
  console.log(
    process.env.CI
      ? `✗ ${name} is missing, and the tests that need it did not run.`
      : `! SKIPPED: ${name} is missing here, so the tests that need it did not run. CI runs them.`,
  );
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

async function check(): Promise<void> {
  const checked = await runChecks();
  passed.push(...checked.passed);
  failed.push(...checked.failed);
}

async function test({ name, projects, waits }: Step): Promise<void> {
  const left = projects.filter((project) => ![...missing.keys()].some((tool) => needs(project, tool)));
  if (left.length === 0) return;
  const workers = waits ? [] : [`--maxWorkers=${Math.min(availableParallelism(), 4)}`];
  const args = [...left.flatMap((project) => ['--project', project]), ...workers];
  const stepCode = await runVitest({
    report: reportOf(name.replaceAll(' ', '-')),
    args,
    env: { ...account.env, LATCHKEY_TIER: tier },
  });
  code ||= stepCode;
}

function needs(project: string, tool: Tool): boolean {
  if (tool === 'browser') return ['browser', 'phones', 'conformance'].includes(project);
  return tool === 'postgres' && project === 'service-postgres';
}

async function prepare(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    passed.push(name);
  } catch (error) {
    failed.push(name);
    console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
