import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProgram } from './bundleProgram.ts';
import { root } from './contentHash.ts';

// What the service needs where development packages are not installed.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(root, '.cache/imports-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dependenciesOf = async (name: string): Promise<string[]> => {
  const text = await readFile(join(root, 'packages', name, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {});
};

it('the built service imports what it names as a dependency, and nothing of development', async () => {
  const output = join(folder, 'main.js');
  await bundleProgram('packages/server/src/main.ts', relative(root, output));
  const code = await readFile(output, 'utf8');
  const imported = [
    ...code.matchAll(/^(?:import|export)\b[^;'"]*["']([^."'][^"']*)["'];$|\bimport\("([^."][^"]*)"\)/gm),
  ]
    .map(([, name = '', lazy = '']) => name || lazy)
    .filter((name) => !isBuiltin(name))
    .map((name) => (/^@[^/]+\/[^/]+|^[^/]+/.exec(name) ?? [''])[0]);
  expect(imported).toEqual(expect.arrayContaining(['pg', 'valibot', 'fs-native-extensions']));
  const named = [...(await dependenciesOf('server')), ...(await dependenciesOf('wire'))];
  expect([...new Set(imported)].filter((name) => !named.includes(name))).toEqual([]);
});
