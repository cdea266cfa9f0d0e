import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';

/** The files of packages that a source imports at run time, by path. */
function listImported(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [
    ...text.matchAll(/^import (?!type )[^;]*? from '(\.[^']*\/packages\/[^']+|\.{1,2}\/[^']+\.ts)'/gm),
  ].map(([, specifier = '']) => join(dirname(path), specifier));
}

it('npm start reads nothing of a package before it is built', () => {
  const own = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(import.meta.dirname, name));
  const reached = new Set([join(root, 'scripts/start.ts'), ...own]);
  for (const path of reached) for (const imported of listImported(path)) reached.add(imported);
  const needBuilding = [...reached].filter((path) =>
    /^import (?!type )[^;]*? from '@latchkey\//m.test(readFileSync(path, 'utf8')),
  );
  expect([...reached].some((path) => path.includes('/packages/'))).toBe(true);
  expect(needBuilding).toEqual([]);
});
