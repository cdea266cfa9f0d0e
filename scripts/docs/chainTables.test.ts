import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownChains } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { root } from '../build/contentHash.ts';
import { bin } from '../run.ts';
import { printedFiles, printedFrom, printFundingTable } from './chainTables.ts';

test.each(Object.entries(printedFiles))(
  'the file %s contains the current facts of the records of chains',
  (path, print) => {
    const file = join(root, path);
    const format = ['format', `--stdin-file-path=${path}`];
    const input = printedFrom + print();
    const wanted = execFileSync(bin('biome'), format, { cwd: root, input, encoding: 'utf8' });
    if (process.env.UPDATE_DOCS) writeFileSync(file, wanted);
    expect(readFileSync(file, 'utf8')).toBe(wanted);
  },
);

test('the table of networks in the guide to funding matches the records of chains', () => {
  const file = join(root, 'docs/guide/funding.md');
  const page = readFileSync(file, 'utf8');
  const printed = /(<!-- printed from the code -->\n)[\s\S]*?(<!-- until here -->)/;
  expect(page).toMatch(printed);
  const wanted = page.replace(
    printed,
    (_, before: string, after: string) => `${before}${printFundingTable()}\n${after}`,
  );
  if (process.env.UPDATE_DOCS) writeFileSync(file, wanted);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});

test('no two records of chains have the same id', () => {
  const ids = knownChains.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
