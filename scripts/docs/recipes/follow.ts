import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../build/contentHash.ts';
import type { Messages } from '../../messages/readCatalogues.ts';
import { bin, run } from '../../run.ts';
import { type Block, blocksOf } from '../markdown.ts';
import { type Copy, countLines } from './copy.ts';

/** A block as `follow` reads it. */
export type RecipeBlock = Pick<Block, 'language' | 'text'>;

/**
 * Reads the blocks of a recipe in `docs/recipes`, in the order of the page.
 *
 * @param name name of the page, without `.md`
 * @param section heading of the section whose blocks are read. @default the whole page
 * @throws Error if the page has no such section
 */
export function readRecipe(name: string, section?: string): readonly RecipeBlock[] {
  const path = `docs/recipes/${name}.md`;
  const page = readFileSync(join(root, path), 'utf8');
  const text = section ? page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) : page;
  if (text === undefined) throw new Error(`${path} has no section ${section}`);
  return blocksOf({ path, text });
}

/**
 * Follows blocks of a recipe in a copy of the sources. `docs/recipes/README.md` says what each language of a block
 * means. If blocks add texts, prints them as `npm run messages` does.
 *
 * @throws Error if a block names no file, or if a file lacks a line that a diff shows
 */
export async function follow(copy: Copy, blocks: readonly RecipeBlock[]): Promise<void> {
  for (const { language, text } of blocks) {
    const [, path = '', code = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? [];
    if (language === 'json') await addTexts(copy, text);
    else if (path === '') throw new Error(`A block names no file: ${text}`);
    else if (language === 'diff') await applyDiff(copy, path, code);
    else await copy.write(path, code);
  }
  if (blocks.some(({ language }) => language === 'json'))
    await run(bin('tsx'), ['scripts/messages.ts', '--in', copy.folder]);
}

/** Changes a file by the rows of a diff. Searches each row after the place of the previous row. */
async function applyDiff(copy: Copy, path: string, diff: string): Promise<void> {
  const rows = diff.trimEnd().split('\n');
  const added = rows.filter((row) => row.startsWith('+')).map((row) => row.slice(1));
  await copy.edit(path, countLines(added.join('\n')), (text) => {
    const lines = text.split('\n');
    let place = 0;
    for (const row of rows) {
      const line = row.slice(1);
      const isAdded = row.startsWith('+');
      const isRemoved = row.startsWith('-');
      const found = isAdded ? place : lines.indexOf(line, place);
      if (found < 0) throw new Error(`${path} has no line ${JSON.stringify(line)} here`);
      if (isAdded) lines.splice(found, 0, line);
      if (isRemoved) lines.splice(found, 1);
      place = isRemoved ? found : found + 1;
    }
    return lines.join('\n');
  });
}

/**
 * Adds texts of the modal to the catalogue of each language. In languages other than English, appends the name of the
 * file to each text.
 */
async function addTexts(copy: Copy, json: string): Promise<void> {
  const added: Messages = JSON.parse(json);
  // The outermost two braces are in the catalogue already.
  const lines = countLines(json) - 2;
  for (const file of await readdir(join(copy.folder, 'messages'))) {
    const mark = file === 'en.json' ? '' : ` (${file})`;
    await copy.edit(`messages/${file}`, lines, (text) => {
      const catalogue: { readonly modal: Messages } = JSON.parse(text);
      return JSON.stringify({ ...catalogue, modal: mergeTexts(catalogue.modal, added, mark) });
    });
  }
}

function mergeTexts(texts: Messages, added: Messages, mark: string): Messages {
  const merged = Object.entries(added).map(([name, value]) => {
    if (value === null) return [name, null];
    if (typeof value === 'string') return [name, value + mark];
    const there = texts[name];
    return [name, mergeTexts(typeof there === 'object' && there ? there : {}, value, mark)];
  });
  return { ...texts, ...Object.fromEntries(merged) };
}
