import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('a lazy function reports code that does not load as a network error, and loads it again at the next call', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module');
  let tries = 0;
  const add = lazy(async () => {
    tries += 1;
    if (tries === 1) throw lost;
    return (one: number, other: number) => one + other;
  });
  await expect(add(1, 2)).rejects.toMatchObject({ code: 'network_error', cause: lost });
  await expect(add(1, 2)).resolves.toBe(3);
});

it('the lazy operations are in alphabetical order, each with the name of its function', () => {
  const table = readFileSync(join(import.meta.dirname, 'operations.ts'), 'utf8');
  const row =
    /^export const (\w+) = lazy\(\s*async \(\) =>\s*\(await import\('\.\/([^']+)'\)\)\.(\w+),?\s*\);$/gm;
  const rows = [...table.matchAll(row)].map(([, name = '', , implementation = '']) => ({
    name,
    implementation,
  }));
  expect(rows).toHaveLength(table.match(/\blazy\(/g)?.length ?? 0);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(rows.map(({ implementation }) => implementation)).toEqual(names);
});
