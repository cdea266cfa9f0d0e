import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/contentHash.ts';

/**
 * Prints everything after the marker of a page. The text before it is written by hand. With `UPDATE_DOCS`, updates
 * the file.
 *
 * @param path relative to the root
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

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(toCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * Prints a setting or an option under a heading of its own, so that links and search results lead to it.
 *
 * @param standard its default as Markdown, or '' if it has none
 */
export function entry(name: string, type: string, standard: string, meaning: string): string {
  const facts = [code(type), ...(standard === '' ? [] : [standard])].join(' · ');
  return `### ${code(name)}\n\n${facts}\n\n${meaning.replaceAll(/\s*\n\s*/g, ' ')}`;
}

const toCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

export const code = (text: string) => `\`${text}\``;
