import { expect, it } from 'vitest';
import { sections } from '../../apps/docs/src/pages.ts';
import { printComparison, printReadmeComparison } from './comparison.ts';
import { printPart } from './printedParts.ts';
import { table } from './reference/pages.ts';

// These tests share a file, because test files run at the same time and each test rewrites the whole README.

function printTasks(): string {
  const rows = sections.map(({ task, pages: listed }) => [
    `**${task}**`,
    listed
      .filter(({ source }) => source !== null)
      .map(({ label, source }) => `[${label}](${source})`)
      .join(' · '),
  ]);
  return table(['task', 'pages'], rows);
}

it('the README and the page of the comparison contain the comparison that the script prints', () => {
  const readme = printPart('README.md', 'comparison', printReadmeComparison());
  expect(readme.found).toBe(readme.wanted);
  const page = printPart('docs/guide/comparison.md', 'comparison', printComparison());
  expect(page.found).toBe(page.wanted);
});

it('the README lists by task the pages of the documentation site that have a source', () => {
  const { wanted, found } = printPart('README.md', 'pages', printTasks());
  expect(found).toBe(wanted);
});
