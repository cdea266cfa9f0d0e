import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { readTree, treeOf } from '../check-architecture/tree.ts';
import { drawPackages, listModules } from './packageReadmes.ts';

/**
 * The diagram of `docs/architecture.md` and the module tables of the READMEs of `packages`, printed with
 * `UPDATE_DOCS=1`.
 */
const tree = readTree(root);
const packages = foldersOf('packages');
/** Other folders that have a README. */
const around = [...foldersOf('apps'), 'bench', 'conformance', 'e2e', 'examples', 'mutation', 'scripts'];

const ignored = new Set(['node_modules', 'dist', 'packed', 'artifacts']);
/** Files outside ignored and hidden folders, relative to the root, each followed by a line break. */
const everything = filesUnder('');

function foldersOf(parent: string): string[] {
  return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) return [`${path}\n`];
    return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : filesUnder(path);
  });
}

const readmeOf = (folder: string) => `${folder}/README.md`;
const printed = /(<!-- printed from the code -->\n)[\s\S]*?(<!-- until here -->)/;

function comparePrinted(path: string, text: string): void {
  const page = readFileSync(join(root, path), 'utf8');
  expect(page, `${path} has no place for what is printed`).toMatch(printed);
  const fresh = page.replace(printed, (_, before: string, after: string) => `${before}${text}\n${after}`);
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, path), fresh);
  expect(readFileSync(join(root, path), 'utf8')).toBe(fresh);
}

it('the diagram of the architecture shows the imports between packages', () => {
  comparePrinted('docs/architecture.md', drawPackages(tree));
});

it('the page of the architecture has fewer than 1000 words', () => {
  const words = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/\s+/).length;
  expect(words).toBeLessThan(1_000);
});

it.each(packages)('the README of %s lists its modules, and names the folder of each', (folder) => {
  const modules = listModules(tree, folder);
  if (modules !== '') comparePrinted(readmeOf(folder), modules);
  const page = readFileSync(join(root, readmeOf(folder)), 'utf8');
  const names = tree.files.filter(({ packagePath }) => packagePath === folder).map(({ module }) => module);
  const folders = [...new Set(names)].filter((name) => name !== '');
  expect(folders.filter((name) => !page.includes(`${name}/`))).toEqual([]);
});

it.each(['docs/architecture.md', 'docs/dependencies.md', ...[...packages, ...around].map(readmeOf)])(
  '%s names only files and folders that exist',
  (path) => {
    const page = readFileSync(join(root, path), 'utf8');
    const named = [...page.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*(?:\.(?:ts|tsx|md|mmd)|\/))`/g)];
    expect(named.length).toBeGreaterThan(0);
    const isThere = (name: string) =>
      [...everything, ...everything.map((file) => file.replace('/src/', '/'))].some((file) =>
        `/${file}`.includes(name.endsWith('/') ? `/${name}` : `/${name}\n`),
      );
    expect(named.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([]);
  },
);

it('the diagram draws a value import as a line, a type import as a dotted one, and no imports of tests', () => {
  const picture = drawPackages(
    treeOf({
      'packages/wire/src/a.ts': 'export {};',
      'packages/core/src/a.ts':
        "import type { A } from '@latchkey/wire';\nimport { b } from '@latchkey/wire/b';",
      'packages/frame/src/a.ts': "import type { A } from '@latchkey/wire';",
      'packages/node/src/a.test.ts': "import { core } from '@latchkey/core';",
    }),
  );
  expect(picture).toContain('  core --> wire\n');
  expect(picture).toContain('  frame -.-> wire\n');
  expect(picture).not.toContain('node -->');
});
