import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/contentHash.ts';

/**
 * The printed part of a page: everything behind its marker. What stands before is written by hand.
 *
 * @param path from the root
 * @returns the page as it should be, and as it is
 */
export function printPage(path: string, printed: string): { wanted: string; found: string } {
  const file = join(root, path);
  const found = readFileSync(file, 'utf8');
  const [introduction = ''] = found.split(marker);
  const wanted = `${introduction}${marker}\n\n${printed.trim()}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(file, wanted);
  return { wanted, found: process.env.UPDATE_DOCS ? wanted : found };
}

const marker =
  '<!-- From here on printed: run `UPDATE_DOCS=1 npx vitest run --project unit scripts/docs/reference`. -->';

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(toCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const toCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** A type or a value, as code. */
export const code = (text: string) => `\`${text}\``;
