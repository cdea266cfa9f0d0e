import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { readTree } from '../check-architecture/tree.ts';
import { followed, recipeProbes } from './followedRecipes.ts';
import { anchorsOf, type Block, blocksOf, localLinksOf, readPages } from './markdown.ts';
import { drawStatechart, statechartPath } from './statechart.ts';
import { programOf, type Shown, typeCheck } from './typeCheck.ts';
import { findUncaught } from './uncaught.ts';

const pages = readPages();
const isShown = (block: Block) => block.language === 'ts' || block.language === 'tsx';
const guides = pages.filter(({ path }) => /^(?:packages\/[a-z]+\/)?README\.md$|^docs\/guide\//.test(path));
const shown = guides.flatMap(blocksOf).filter(isShown);
// Two that are wrong go along: a check that finds nothing must not pass for documentation without faults.
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
/**
 * One program for all: making it is most of the time. What the recipes of a lazy operation and of a screen add is in it, which
 * changes nothing of what is there.
 */
const programWith = (blocks: readonly Block[]): Shown => {
  made ??= programOf([...shown, wrong, careless, ...recipeProbes], followed);
  return {
    program: made.program,
    files: new Map([...made.files].filter(([, block]) => blocks.includes(block))),
  };
};
const guideBlocks = [...shown, wrong, careless];

/** Files, by their path from the root, that a page names between backticks; those of the example method `line` are none. */
const pathsOf = (text: string) =>
  [...text.matchAll(/`((?:packages|apps|docs|scripts|e2e|bench|conformance|examples)\/[\w./-]+\.\w+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/(^|\/)line(\.ts|\/|$)/.test(name) && !name.includes('/dist/'));

describe('the documentation', () => {
  it('shows code that type-checks against the sources', () => {
    expect(shown.length).toBeGreaterThan(10);
    expect(typeCheck(programWith(guideBlocks))).toEqual([
      expect.stringMatching(/^docs\/guide\/x\.md:9: .*appID/),
    ]);
  });

  it('shows code that catches whatever a call of ours may fail with', () => {
    expect(findUncaught(programWith(guideBlocks))).toEqual([
      'docs/guide/y.md:10: getAccessToken(client)',
      'docs/guide/y.md:15: client.start()',
    ]);
  });

  it('has recipes that add an operation and a screen that the compiler knows, and ask for a transition for each exit of the screen', () => {
    expect(typeCheck(programWith(recipeProbes))).toEqual([]);
    const { program } = programWith([]);
    const problems = [...followed.keys(), join(root, 'packages/react/src/flow/transitions.ts')].flatMap(
      (path) =>
        program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ file, messageText }) => {
          const text = ts.flattenDiagnosticMessageText(messageText, ' ');
          return `${relative(root, file?.fileName ?? '')}: ${text}`;
        }),
    );
    expect(problems).not.toEqual([]);
    const missing = /^packages\/react\/src\/flow\/transitions\.ts: .*GREETING_SCREEN/;
    expect(problems.filter((problem) => !missing.test(problem))).toEqual([]);
  });

  it('draws the flow of the modal as its tables have it', () => {
    const chart = drawStatechart(programWith([]).program);
    if (process.env.UPDATE_DOCS) writeFileSync(join(root, statechartPath), chart);
    expect(readFileSync(join(root, statechartPath), 'utf8')).toBe(chart);
  });

  it('links to files that exist, and to headings that they have', () => {
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

  it('names only files that exist', () => {
    const named = pages.flatMap(({ path, text }) => pathsOf(text).map((name) => ({ path, name })));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
  });

  it('gives each decision a number of its own, in their order', () => {
    const text = pages.find(({ path }) => path === 'docs/spec/decisions.md')?.text ?? '';
    const further = text.slice(text.indexOf('## Further decisions'));
    const numbers = [...further.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(80);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/npm (?:run (?<run>[a-z][\w:-]*)|(?<short>start|test)\b)/g)].map(({ groups }) => ({
        path,
        name: groups?.run ?? groups?.short ?? '',
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    // `dev` is a script of the apps that readers of the guides make.
    const known = [...Object.keys(scripts), 'dev'];
    expect(named.filter(({ name }) => !known.includes(name))).toEqual([]);
  });

  it('names only variables that some program reads', () => {
    const sources = readTree(root).files.filter(({ isTest, path }) => !isTest || path.startsWith('e2e/'));
    const read = new Set(sources.flatMap(({ text }) => text.match(/LATCHKEY_[A-Z_]+/g) ?? []));
    const named = pages.flatMap(({ path, text }) =>
      (text.match(/LATCHKEY_[A-Z_]+/g) ?? []).map((name) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !read.has(name))).toEqual([]);
  });
});
