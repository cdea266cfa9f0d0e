import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';

/**
 * Prints a named part of a page that is otherwise written by hand: the text between `<!-- printed: name -->` and
 * `<!-- until here -->`. With `UPDATE_DOCS`, updates the file.
 *
 * @param path relative to the root
 * @returns the page as it should be, and as it is
 * @throws Error if the page has no such part
 */
export function printPart(path: string, name: string, text: string): { wanted: string; found: string } {
  const file = join(root, path);
  const found = readFileSync(file, 'utf8');
  const [start, end] = [`<!-- printed: ${name} -->\n`, '<!-- until here -->'];
  const [before, rest = ''] = found.split(start);
  const [, after] = rest.split(new RegExp(`${end}([\\s\\S]*)`));
  if (before === undefined || after === undefined) throw new Error(`${path} has no part "${name}".`);
  const wanted = `${before}${start}\n${text.trim()}\n\n${end}${after}`;
  if (process.env.UPDATE_DOCS) writeFileSync(file, wanted);
  return { wanted, found: process.env.UPDATE_DOCS ? wanted : found };
}
