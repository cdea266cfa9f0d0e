import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommandFacts } from '../../packages/cli/src/command/command.ts';
import { exitCodes } from '../../packages/cli/src/command/exitCodes.ts';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { importSources } from '../../packages/cli/src/import/index.ts';
import { operatorChecks } from '../../packages/server/src/doctor/checks.ts';
import { doctorChecks } from '../../packages/wire/src/index.ts';
import { root } from '../build/contentHash.ts';

// Compares the tables in the README and the guide of the command line with the code. `UPDATE_DOCS=1` updates them.

const inCell = (text: string) => text.replaceAll('|', '\\|');

function usageOf({ words, arguments: names = [] }: CommandFacts): string {
  const shown = names.map((name) =>
    name.startsWith('[') ? name : name.endsWith('...') ? `[${name}]` : `<${name}>`,
  );
  return ['latchkey', words, ...shown].join(' ');
}

/** Options of every command that calls a service, which the guide describes once. */
const shared = ['url', 'keyFile'];

function optionsOf({ options = {}, role }: CommandFacts): string {
  return Object.entries(options)
    .filter(([name]) => role === undefined || !shared.includes(name))
    .map(([name, { about, choices, value }]) => {
      const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const values = choices ? ` (${choices.join(', ')})` : '';
      return `\`${flag}${value === undefined ? '' : ` <${value}>`}\`: ${about}${values}`;
    })
    .join('<br>');
}

const table = (head: string, rows: readonly string[]) =>
  [head, head.replace(/[^|]+/g, '---'), ...rows].join('\n');

function compare(path: string, name: string, text: string): void {
  const printed = new RegExp(
    `(<!-- ${name}: printed from the code -->\n)[\\s\\S]*?(<!-- ${name}: until here -->)`,
  );
  const page = readFileSync(join(root, path), 'utf8');
  expect(page, `${path} has no place for ${name}`).toMatch(printed);
  const fresh = page.replace(printed, (_, before: string, after: string) => `${before}${text}\n${after}`);
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, path), fresh);
  expect(readFileSync(join(root, path), 'utf8')).toBe(fresh);
}

it('the README of the command line lists its commands', () => {
  const rows = commands.map((one) => `| \`${inCell(usageOf(one))}\` | ${inCell(one.about)} |`);
  compare('packages/cli/README.md', 'commands', table('|command|does|', rows));
});

it('the guide to the command line has every command with its role and its own options, every check of the doctor, every import source, and every exit code', () => {
  const rows = commands.map(
    (one) =>
      `| \`${inCell(usageOf(one))}\` | ${inCell(one.about)} | ${one.role ?? ''} | ${inCell(optionsOf(one))} |`,
  );
  compare('docs/guide/command-line.md', 'commands', table('|command|does|role|options|', rows));
  const needingService = operatorChecks.filter(({ needsService }) => needsService).map(({ id }) => id);
  const checks = Object.entries(doctorChecks).map(([id, { about, runBy }]) => {
    const runners: readonly string[] = runBy;
    const needsService = (needingService as readonly string[]).includes(id);
    const byOperator = runners.includes('operator')
      ? `yes${needsService ? ', of the running service' : ''}`
      : '';
    return `| \`${id}\` | ${inCell(about)} | ${byOperator} | ${runners.includes('page') ? 'yes' : ''} |`;
  });
  compare(
    'docs/guide/command-line.md',
    'checks',
    table('|check|finds nothing if|`latchkey doctor`|in the page|', checks),
  );
  const sources = importSources.map(({ about, id }) => `| \`${id}\` | ${inCell(about)} |`);
  compare('docs/guide/command-line.md', 'sources', table('|kind|file|', sources));
  const codes = Object.values(exitCodes).map(({ code, about }) => `| ${code} | ${about} |`);
  compare('docs/guide/command-line.md', 'exit codes', table('|code|meaning|', codes));
});
