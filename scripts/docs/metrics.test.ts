import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { metricTable } from '../../packages/server/src/metrics/table.ts';

/** `docs/guide/metrics.md`, whose table is printed from the code. Run with `UPDATE_DOCS=1` to update it. */
const page = new URL('../../docs/guide/metrics.md', import.meta.url);

const head = '| metric | type | labels | meaning |\n|---|---|---|---|\n';
const rows = Object.entries(metricTable)
  .map(([name, { type, labels, help }]) => {
    const named = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${named || '–'} | ${help} |\n`;
  })
  .join('');

test('the page of metrics shows the metrics of the code, and names no other metric', () => {
  const text = readFileSync(page, 'utf8');
  const [before, after = ''] = text.split(head);
  const rest = after.slice(after.search(/^(?!\|)/m));
  const printed = `${before}${head}${rows}${rest}`;
  if (process.env.UPDATE_DOCS) writeFileSync(page, printed);
  expect(readFileSync(page, 'utf8')).toBe(printed);
  const named = [...`${before}${rest}`.matchAll(/latchkey_\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !Object.hasOwn(metricTable, name))).toEqual([]);
});
