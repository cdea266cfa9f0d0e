import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/contentHash.ts';
import { printModule } from '../messages/printTexts.ts';
import type { Messages } from '../messages/readCatalogues.ts';
import { type Block, blocksOf } from './markdown.ts';

// Each recipe is followed as it stands: what its blocks say is written into copies of the sources, and nothing else.

/** After which words of a list a row stands; elsewhere it is the last one. */
const lists: Readonly<Record<string, string>> = {
  'packages/react/src/screens/index.ts': 'export const screens = {\n',
};

/** The sources that a recipe changes, by their path: each block names its file in its first line. */
function follow(recipe: string): ReadonlyMap<string, string> {
  const page = { path: recipe, text: readFileSync(join(root, recipe), 'utf8') };
  return new Map(
    blocksOf(page).flatMap(({ language, text }): (readonly [string, string])[] => {
      if (language === 'json') return printMessages(JSON.parse(text));
      const [, path = '', code = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? [];
      return [[join(root, path), written(path, code)]];
    }),
  );
}

/** Prints the English texts of parts of the modal, as `npm run messages` does. */
function printMessages(parts: Readonly<Record<string, Messages>>): (readonly [string, string])[] {
  return Object.entries(parts).map(([part, messages]) => {
    const text = printModule(`${part}Texts`, {
      language: 'en',
      path: `modal.${part}`,
      messages,
      typesOf: () => new Map(),
    });
    return [join(root, `packages/react/src/texts/generated/en/${part}.ts`), text];
  });
}

function written(path: string, code: string): string {
  if (!ts.sys.fileExists(join(root, path))) return code;
  const source = readFileSync(join(root, path), 'utf8');
  const head = lists[path];
  if (head === undefined) return `${source}\n${code}`;
  if (!source.includes(head)) throw new Error(`${path} has no ${head}`);
  return source.replace(head, () => head + code);
}

/** The sources that the recipes of a lazy operation and of a screen change or add, by their path. */
export const followed: ReadonlyMap<string, string> = new Map([
  ...follow('docs/recipes/lazyOperation.md'),
  ...follow('docs/recipes/screen.md'),
]);

/** A block of a page that stands in the root. */
const probe = (page: string, text: string): Block => ({ page, line: 1, language: 'ts', text });
/** Code that uses what the recipes add, to see whether the compiler knows it. */
export const recipeProbes: readonly Block[] = [
  probe(
    'lazyOperation.md',
    `import { countSessions, createClient } from '@latchkey/core';
const count: number = await countSessions(createClient({ appId: 'your-25-character-app-id1' }));
// @ts-expect-error It takes what the function takes.
await countSessions();
console.log(count);`,
  ),
  probe(
    'screen.md',
    `import type { ExitsOf, PropsOf } from './packages/react/src/screens/index.ts';
export const props: PropsOf<'GREETING_SCREEN'> = { name: 'Ada' };
// @ts-expect-error A screen is not opened without its data.
export const bare: PropsOf<'GREETING_SCREEN'> = {};
export const exit: keyof ExitsOf<'GREETING_SCREEN'> = 'finished';
// @ts-expect-error It leaves by the exits of its view alone.
export const other: keyof ExitsOf<'GREETING_SCREEN'> = 'elsewhere';
import './packages/react/src/flow/index.ts';`,
  ),
];
