import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuSeconds } from '../bench/server/harness/cpu.ts';
import { installOnce } from '../conformance/install.ts';
import { root } from '../scripts/build/contentHash.ts';
import { groups } from './groups.ts';
import { type Outcome, scoreOf, toOutcome } from './outcome.ts';
import { leastScore, toPage } from './page.ts';
import { findReason, listIdle, readReasons, toRow } from './reasons.ts';
import { tryGroup } from './tryGroup.ts';

const folder = import.meta.dirname;
const page = join(root, 'docs/evidence/mutation.md');

/**
 * `npm run mutate [group …]`: breaks the code of all groups, or of the named ones, and stores the outcome. Exits with
 * 1 if a mutant survived without a reason, a reason is no longer needed, a group was never tried, or the total score
 * is too low.
 *
 * `--changed` tries only mutants that were not noticed by a failed test, or whose outcome may differ because code or
 * tests changed since the last report; groups with a sample are tried whole. `--page` tries nothing and judges the
 * stored outcomes.
 */
const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false }, page: { type: 'boolean', default: false } },
});
const unknown = wanted.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) throw new Error(`There is no group ${unknown.join(', ')}.`);
const chosen = flags.page ? [] : groups.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

if (chosen.length > 0) await installOnce(folder);
for (const group of chosen) {
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(process.pid)];
  // A draw from the changed mutants would be a different draw.
  const isWhole = !flags.changed || group.sample !== undefined;
  const report = await tryGroup(group, { isWhole });
  const all = {
    wall: toMinutes((performance.now() - startedAt) / 1000),
    cpu: toMinutes(cpuSeconds(process.pid) - cpuBefore),
  };
  // The time of a partial run says nothing about the whole.
  const took = isWhole ? all : (find(group.name)?.took ?? all);
  keep(toOutcome(report, { group: group.name, isSample: group.sample !== undefined, took }));
}
judge(groups.map(({ name }) => find(name)).filter((outcome) => outcome !== null));
const untried = groups.filter(({ name }) => find(name) === null).map(({ name }) => name);
if (untried.length > 0) {
  console.log(`Not tried yet: ${untried.join(', ')}.`);
  process.exitCode = 1;
}

function toMinutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

function keep(outcome: Outcome): void {
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(resultFile(outcome.group), `${JSON.stringify(outcome, null, 2)}\n`);
}

function find(group: string): Outcome | null {
  const file = resultFile(group);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : null;
}

function resultFile(group: string): string {
  return join(folder, 'results', `${group}.json`);
}

function judge(outcomes: readonly Outcome[]): void {
  const reasons = readReasons(readFileSync(join(folder, 'survivors.tsv'), 'utf8'));
  const survivors = outcomes.flatMap((outcome) => outcome.survivors);
  const without = survivors.filter((survivor) => findReason(reasons, survivor) === null);
  const idle = listIdle(reasons, survivors);
  const score = scoreOf(outcomes);
  if (without.length > 0)
    console.log(
      `\nSurvived without a reason (mutation/survivors.tsv):\n${[...new Set(without.map(toRow))].join('\n')}`,
    );
  if (idle.length > 0) console.log(`\nReasons that are no longer needed:\n${idle.map(toRow).join('\n')}`);
  writeFileSync(page, toPage(outcomes, reasons));
  console.log(
    `\n${(score * 100).toFixed(1)} % of the mutants were detected; ${without.length} survived without a reason.`,
  );
  if (score < leastScore || without.length > 0 || idle.length > 0) process.exitCode = 1;
}
