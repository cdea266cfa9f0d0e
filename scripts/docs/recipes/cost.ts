import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../build/contentHash.ts';
import type { Copy } from './copy.ts';

const page = join(root, 'docs/recipes/README.md');

/** True for a catalogue of another language than English, which translators write. */
const isTranslation = (path: string) => /^messages\/(?!en\.)/.test(path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/**
 * Compares the cost of an addition with its row of the table in `docs/recipes`. `UPDATE_DOCS=1` prints the row.
 *
 * @param addition first cell of the row
 * @param limits.printed files that a script prints, by path from the root, besides those in `generated/`
 * @param limits.most maximum number of new and edited files
 */
export function expectCost(
  addition: string,
  copy: Copy,
  { printed = [], most = Number.POSITIVE_INFINITY }: { printed?: readonly string[]; most?: number } = {},
): void {
  const isCounted = (path: string) =>
    !path.includes('/generated/') && !isTranslation(path) && !isTest(path) && !printed.includes(path);
  const { added, edited } = copy.changes();
  const counted = (files: ReadonlyMap<string, number>) => [...files].filter(([path]) => isCounted(path));
  const [fresh, changed] = [counted(added), counted(edited)];
  const lines = [...fresh, ...changed].reduce((sum, [, count]) => sum + count, 0);
  const longest = Math.max(0, ...fresh.map(([, count]) => count));
  expect(longest, 'No new file is longer than 250 lines.').toBeLessThanOrEqual(250);
  expect(fresh.length + changed.length, `At most ${most} files are written.`).toBeLessThanOrEqual(most);
  const cells = [fresh.length, changed.length, lines, longest].join(' | ');
  const row = new RegExp(`^(\\| ${addition} \\| ).*( \\| \\[.*)$`, 'm');
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(row);
  const updated = text.replace(row, (_, head: string, tail: string) => `${head}${cells}${tail}`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, updated);
  expect(readFileSync(page, 'utf8')).toBe(updated);
}
