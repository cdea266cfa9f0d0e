import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { door } from './door.ts';

it('gives what the act gives, and says of code that does not come that the network is at fault', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module');
  let tries = 0;
  const add = door(async () => {
    tries += 1;
    if (tries === 1) throw lost;
    return (one: number, other: number) => one + other;
  });
  await expect(add(1, 2)).rejects.toMatchObject({ code: 'network_error', cause: lost });
  await expect(add(1, 2)).resolves.toBe(3);
});

it('leads from each public name, in their order, to an act of another name', () => {
  const table = readFileSync(join(import.meta.dirname, 'doors.ts'), 'utf8');
  const row =
    /^export const (\w+) = door\(\s*async \(\) => \(await import\('\.\/([^']+)'\)\)\.(\w+),?\s*\);$/gm;
  const rows = [...table.matchAll(row)].map(([, name = '', file = '', act = '']) => ({ name, file, act }));
  expect(rows).toHaveLength(table.match(/\bdoor\(/g)?.length ?? 0);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(rows.filter(({ name, act }) => name === act)).toEqual([]);
});
