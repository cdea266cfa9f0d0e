import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printAssumptions, printCapacity, printCosts, printSizes, readCapacity } from './capacity.ts';

/** The page whose tables are printed from the results of the bench. Run with `UPDATE_DOCS=1` to update it. */
const page = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url));

test.each([
  ['costs', printCosts],
  ['sizes', printSizes],
  ['assumptions', printAssumptions],
  ['capacity', printCapacity],
])('the part "%s" of the page about scaling is what the script prints for it', (name, print) => {
  const text = readFileSync(page, 'utf8');
  const printed = new RegExp(
    `(<!-- ${name}, printed from bench/results -->\n)[\\s\\S]*?(<!-- until here -->)`,
  );
  expect(text).toMatch(printed);
  const expected = text.replace(printed, (_, start, end) => `${start}${print(readCapacity())}\n${end}`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, expected);
  expect(readFileSync(page, 'utf8')).toBe(expected);
});
