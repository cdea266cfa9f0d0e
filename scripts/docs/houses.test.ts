import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { readTree, treeOf } from '../check-rooms/tree.ts';
import { drawHouses, listRooms } from './houses.ts';

/** The picture of `docs/architecture.md` and the rooms of `docs/houses`: printed from the code by `UPDATE_DOCS=1`. */
const tree = readTree(root);
const houses = readdirSync(join(root, 'packages'));

const ignored = new Set(['node_modules', 'dist', 'packed', 'artifacts']);
/** Every file of the repository, from the root, each with a line's end behind it. */
const everything = filesUnder('');

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) return [`${path}\n`];
    return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : filesUnder(path);
  });
}

const pageOf = (house: string) => `docs/houses/${house}.md`;
const printed = /(<!-- printed from the code -->\n)[\s\S]*?(<!-- until here -->)/;

function comparePrinted(path: string, text: string): void {
  const page = readFileSync(join(root, path), 'utf8');
  expect(page, `${path} has no place for what is printed`).toMatch(printed);
  const fresh = page.replace(printed, (_, before: string, after: string) => `${before}${text}\n${after}`);
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, path), fresh);
  expect(readFileSync(join(root, path), 'utf8')).toBe(fresh);
}

it('the picture of the house shows who imports whom', () => {
  comparePrinted('docs/architecture.md', drawHouses(tree));
});

it('the page of the architecture fits on two pages', () => {
  const words = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/\s+/).length;
  expect(words).toBeLessThan(1_800);
});

it.each(houses)('the page of %s lists its rooms, and names every folder', (house) => {
  comparePrinted(pageOf(house), listRooms(tree, `packages/${house}`));
  const page = readFileSync(join(root, pageOf(house)), 'utf8');
  const rooms = tree.files.filter((file) => file.house === `packages/${house}`).map(({ room }) => room);
  const folders = [...new Set(rooms)].filter((room) => room !== '');
  expect(folders.filter((name) => !page.includes(`${name}/`))).toEqual([]);
});

it.each(['docs/architecture.md', 'docs/dependencies.md', ...houses.map(pageOf), 'docs/houses/around.md'])(
  '%s names files and folders that exist',
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

it('draws a value as a line, a type as a dotted one, and no test', () => {
  const picture = drawHouses(
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
