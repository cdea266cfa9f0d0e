import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as wire from '@latchkey/wire';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleHost } from './bundleHost.ts';
import { root } from './contentHash.ts';

// A page may import every route. The schemas are in the same files, but neither they nor the schema library may be
// bundled.

let folder: string;
let page: string;
let checking: string;
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/schemas-'));
  const routes = Object.keys(wire).filter(
    (name) => /(?:Routes|Route)$/.test(name) && name !== 'checkedRoutes',
  );
  expect(routes.length).toBeGreaterThan(40);
  page = join(folder, 'page.ts');
  checking = join(folder, 'checking.ts');
  const from = (names: readonly string[]) =>
    `import { ${names.join(', ')} } from '@latchkey/wire';\nObject.assign(globalThis, { ${names.join(', ')} });\n`;
  writeFileSync(page, from(routes));
  writeFileSync(checking, from([...routes, 'userSchema']));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A field that every schema has. */
const library = '~standard';

it('a page that esbuild bundles contains no schemas', async () => {
  const bundle = async (entry: string) => {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'esm',
      conditions: ['@latchkey/source', 'module'],
      logLevel: 'silent',
    });
    return outputFiles.map(({ text }) => text).join();
  };
  expect(await bundle(page)).not.toContain(library);
  expect(await bundle(checking)).toContain(library);
});

it('a page that Vite bundles with Rolldown contains no schemas', async () => {
  const bundle = async (entry: string) =>
    (await bundleHost({ entry }, { sources: true })).map(({ code }) => code).join();
  expect(await bundle(page)).not.toContain(library);
  expect(await bundle(checking)).toContain(library);
});
