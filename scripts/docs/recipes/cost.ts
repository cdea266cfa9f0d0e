import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../build/contentHash.ts';
import type { Copy } from './copy.ts';

const page = join(root, 'docs/recipes/README.md');

/** Texts of another language than English: translators write them. */
const isTranslation = (path: string) => /^messages\/(?!en\.)/.test(path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/**
 * Compares what an addition cost with its row of the table in `docs/recipes`, which `UPDATE_DOCS=1` prints.
 *
 * @param addition first cell of the row
 * @param printed files that a script prints, by path from the root, besides those in `generated/`
 */
export function expectCost(addition: string, copy: Copy, printed: readonly string[] = []): void {
  const isCounted = (path: string) =>
    !path.includes('/generated/') && !isTranslation(path) && !isTest(path) && !printed.includes(path);
  const { added, edited } = copy.changes();
  const counted = (files: ReadonlyMap<string, number>) => [...files].filter(([path]) => isCounted(path));
  const [fresh, changed] = [counted(added), counted(edited)];
  const lines = [...fresh, ...changed].reduce((sum, [, count]) => sum + count, 0);
  const longest = Math.max(0, ...fresh.map(([, count]) => count));
  expect(longest, 'No new file is longer than 250 lines.').toBeLessThanOrEqual(250);
  const cells = [fresh.length, changed.length, lines, longest].join(' | ');
  const row = new RegExp(`^(\\| ${addition} \\| ).*( \\| \\[.*)$`, 'm');
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(row);
  const updated = text.replace(row, (_, head: string, tail: string) => `${head}${cells}${tail}`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, updated);
  expect(readFileSync(page, 'utf8')).toBe(updated);
}
