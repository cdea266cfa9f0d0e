import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder in which test commands write their JSON reports, named `<command>.<part>.<checkout>.json`. The name contains
 * the state of the checkout (`readCheckout`), so a report that is written late does not count for a later commit.
 */
export const resultsFolder = '.cache/test-results';

/** The part of Vitest's JSON report (in Jest's format) that is read. */
export interface TestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

/**
 * Prepares the folder for the reports of a command: removes the reports of other checkouts, and the command's own
 * earlier ones. Reports of other commands on the same checkout stay, because `npm run spec` counts them together.
 *
 * @param command unique name of the command, without a dot
 * @returns a function that returns the path for the report of a part
 */
export function beginReports(folder: string, command: string, checkout: string): (part: string) => string {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const report = parseName(name);
    if (report?.checkout !== checkout || report.command === command)
      rmSync(join(folder, name), { recursive: true });
  }
  return (part) => join(folder, `${command}.${part}.${checkout}.json`);
}

/**
 * Reads the reports of the current checkout, of all commands or of one. Empty if no tests ran yet.
 *
 * @throws Error if a report belongs to another commit or to other changes: together they would prove a state that
 *   was never tested.
 */
export function readReports(folder: string, checkout: string, command?: string): TestReport[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && (command === undefined || parseName(name)?.command === command),
  );
  const strangers = names.filter((name) => parseName(name)?.checkout !== checkout);
  if (strangers.length > 0) throw new Error(refusal(folder, checkout, strangers));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestReport);
}

function parseName(name: string): { command: string; checkout: string } | null {
  const [, command, checkout] = /^([^.]+)\..+\.([^.]+)\.json$/.exec(name) ?? [];
  return command && checkout ? { command, checkout } : null;
}

function refusal(folder: string, checkout: string, strangers: readonly string[]): string {
  return [
    `These reports in ${folder} are not of what is checked out (${checkout}):`,
    ...strangers.map((name) => `  ${name}`),
    'A report is of one commit and of the changes to it. Run the tests again: that removes what is of another one.',
  ].join('\n');
}
