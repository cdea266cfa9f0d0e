import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProgram } from './bundleProgram.ts';
import { root } from './contentHash.ts';

// Checks what the programs need on machines without development packages.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(root, '.cache/imports-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dependenciesOf = async (name: string): Promise<string[]> => {
  const text = await readFile(join(root, 'packages', name, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies } = JSON.parse(text) as Record<string, object | undefined>;
  return Object.keys({ ...dependencies, ...optionalDependencies });
};

/**
 * Entries of each published program, and a few packages that it imports. Our own packages stay outside the command
 * line.
 */
const programs = {
  server: { entries: ['main', 'index'], imports: ['pg', 'valibot', 'fs-native-extensions'], outside: [] },
  sandbox: { entries: ['main', 'index', 'guard'], imports: ['hono', 'litesvm'], outside: [] },
  cli: {
    entries: ['main'],
    imports: ['commander'],
    outside: ['@latchkey/frame', '@latchkey/sandbox', '@latchkey/server'],
  },
} as const;

it.each(Object.entries(programs))(
  'the built program %s imports only its declared dependencies, and no development package',
  async (name, { entries, imports, outside }) => {
    const imported = (
      await Promise.all(entries.map((entry) => importsOf(`packages/${name}/src/${entry}.ts`, outside)))
    ).flat();
    expect(imported).toEqual(expect.arrayContaining([...imports]));
    const named = [...(await dependenciesOf(name)), ...(await dependenciesOf('wire'))];
    expect([...new Set(imported)].filter((one) => !named.includes(one))).toEqual([]);
  },
);

async function importsOf(entry: string, outside: readonly string[]): Promise<string[]> {
  const output = join(folder, entry.replaceAll('/', '-').replace(/ts$/, 'js'));
  await bundleProgram(entry, relative(root, output), { outside });
  const code = await readFile(output, 'utf8');
  return [
    ...code.matchAll(/^(?:import|export)\b[^;'"]*["']([^."'][^"']*)["'];$|\bimport\("([^."][^"]*)"\)/gm),
  ]
    .map(([, name = '', lazy = '']) => name || lazy)
    .filter((name) => !isBuiltin(name))
    .map((name) => (/^@[^/]+\/[^/]+|^[^/]+/.exec(name) ?? [''])[0]);
}

it('the built service loads OpenTelemetry only when it records traces', async () => {
  const output = join(folder, 'traced.js');
  await bundleProgram('packages/server/src/main.ts', relative(root, output));
  const lines = (await readFile(output, 'utf8')).split('\n');
  const mentions = lines.filter((line) => /["']@opentelemetry\//.test(line));
  expect(mentions).toHaveLength(7);
  for (const line of mentions) expect(line).toMatch(/^\s+import\("@opentelemetry\/[a-z-]+"\),?$/);
});
