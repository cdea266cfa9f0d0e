import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { readTree } from '../check-architecture/tree.ts';
import { anchorsOf, type Block, blocksOf, localLinksOf, readPages } from './markdown.ts';
import { drawStatechart, statechartPath } from './statechart.ts';
import { programOf, type Shown, typeCheck } from './typeCheck.ts';
import { findUncaught } from './uncaught.ts';

const pages = readPages();
/** Next.js is not installed here. The quick start's own test compiles the files that import it (docs/evidence). */
const importsNext = ({ text }: Block) => /from 'next(\/\w+)*'/.test(text);
const isShown = (block: Block) => /^tsx?$/.test(block.language) && !importsNext(block);
const guides = pages.filter(({ path }) =>
  /^(?:packages\/[a-z]+\/)?README\.md$|^docs\/guide\/|^apps\/docs\/home/.test(path),
);
const shown = guides.flatMap(blocksOf).filter(isShown);
// Two wrong blocks for the checks, so that a check that finds nothing does not pass.
const wrong: Block = {
  page: 'docs/guide/x.md',
  line: 7,
  language: 'ts',
  text: `import { createClient } from '@latchkey/core';\n\ncreateClient({ appID: 'x' });\n`,
};
const careless: Block = {
  page: 'docs/guide/y.md',
  line: 7,
  language: 'ts',
  text: `import { createClient, getAccessToken } from '@latchkey/core';

const client = createClient({ appId: 'your-25-character-app-id1' });
getAccessToken(client).then(console.log);
export const onClick = async () => {
  try {
    await client.start();
  } catch {
    await client.start();
  }
};
`,
};
let made: Shown | null = null;
/** Creates one program for all tests, because creating it takes most of the time. */
const programWith = (blocks: readonly Block[]): Shown => {
  made ??= programOf(guideBlocks);
  return {
    program: made.program,
    files: new Map([...made.files].filter(([, block]) => blocks.includes(block))),
  };
};
const guideBlocks = [...shown, wrong, careless];

/**
 * Returns the files, relative to the root, that a page names between backticks, except build outputs and those of the
 * example method `line`.
 */
const pathsOf = (text: string) =>
  [...text.matchAll(/`((?:packages|apps|docs|scripts|e2e|bench|conformance|examples)\/[\w./-]+\.\w+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/(^|\/)line(\.ts|\/|$)/.test(name) && !name.includes('/dist/'));

describe('the documentation', () => {
  it('code in the guides and READMEs type-checks against the sources', () => {
    expect(shown.length).toBeGreaterThan(10);
    expect(typeCheck(programWith(guideBlocks))).toEqual([
      expect.stringMatching(/^docs\/guide\/x\.md:9: .*appID/),
    ]);
  });

  it('code in the guides catches the failures of our functions', () => {
    expect(findUncaught(programWith(guideBlocks))).toEqual([
      'docs/guide/y.md:10: getAccessToken(client)',
      'docs/guide/y.md:15: client.start()',
    ]);
  });

  it('the statechart of the modal matches the tables of its flow', () => {
    const chart = drawStatechart(programWith([]).program);
    if (process.env.UPDATE_DOCS) writeFileSync(join(root, statechartPath), chart);
    expect(readFileSync(join(root, statechartPath), 'utf8')).toBe(chart);
  });

  it('the documentation links only to files and headings that exist', () => {
    const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
    const dead = pages.flatMap((page) =>
      localLinksOf(page)
        .filter(({ path, anchor }) => {
          const target = path ? join(dirname(page.path), path) : page.path;
          return !existsSync(join(root, target)) || (anchor && !anchors.get(target)?.has(anchor));
        })
        .map(({ path, anchor }) => `${page.path} → ${path}#${anchor}`),
    );
    expect(dead).toEqual([]);
  });

  it('the documentation names only files that exist', () => {
    const named = pages.flatMap(({ path, text }) => pathsOf(text).map((name) => ({ path, name })));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
  });

  it('the documentation names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/npm (?:run (?<run>[a-z][\w:-]*)|(?<short>start|test)\b)/g)].map(({ groups }) => ({
        path,
        name: groups?.run ?? groups?.short ?? '',
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    // `dev` is a script of the apps that readers of the guides create.
    const known = [...Object.keys(scripts), 'dev'];
    expect(named.filter(({ name }) => !known.includes(name))).toEqual([]);
  });

  it('the documentation names only LATCHKEY_ variables that occur in the sources', () => {
    const sources = readTree(root).files.filter(({ isTest, path }) => !isTest || path.startsWith('e2e/'));
    const read = new Set(sources.flatMap(({ text }) => text.match(/LATCHKEY_[A-Z_]+/g) ?? []));
    const named = pages.flatMap(({ path, text }) =>
      (text.match(/LATCHKEY_[A-Z_]+/g) ?? []).map((name) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !read.has(name))).toEqual([]);
  });
});
