import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { followed } from './followedRecipes.ts';

// That the compiler knows what the recipes add, `snippets.test.ts` holds: it has the program already.

const recipes: Plugin = {
  name: 'recipes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      // Also for what a new file imports: its folder is not on the disk.
      return followed.has(file) || ts.sys.fileExists(file) ? { path: file } : null;
    });
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const contents = followed.get(path);
      if (contents === undefined) return null;
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
    });
  },
};

const folder = mkdtempSync(join(root, '.cache/recipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles an entry in the files in which a page would load it. */
async function bundle(entry: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [entry.split('/')[1] ?? '']: join(root, entry) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    jsx: 'automatic',
    conditions: ['@latchkey/source'],
    mainFields: ['module', 'main'],
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
    metafile: true,
    plugins: [recipes],
    logLevel: 'silent',
  });
  return metafile;
}

/** The bundled files that a source is in. */
const filesWith = ({ outputs }: Metafile, source: string) =>
  Object.keys(outputs).filter((output) =>
    Object.keys(outputs[output]?.inputs ?? {}).some((input) => input.endsWith(source)),
  );

describe('the recipes', () => {
  it('add an operation whose code comes when it is called', async () => {
    const metafile = await bundle('packages/core/src/index.ts');
    const [file = ''] = filesWith(metafile, 'account/countSessions.ts');
    expect(file).toMatch(/countSessions/);
    const { countSessions, createClient } = await import(pathToFileURL(join(folder, 'core.mjs')).href);
    const client = createClient({
      appId: 'latchkey-demo-app-0000001',
      apiUrl: 'https://auth.tidewater.example',
    });
    // There is no page here to be signed in on: the act was reached.
    await expect(countSessions(client)).rejects.toMatchObject({ code: 'no_api' });
  });

  it('add a screen whose view comes when it is shown', async () => {
    const metafile = await bundle('packages/react/src/screens/index.ts');
    const [view, ...others] = filesWith(metafile, 'greeting/GreetingView.tsx');
    expect(view).toMatch(/GreetingView/);
    expect(others).toEqual([]);
    const entry = Object.entries(metafile.outputs).find(([path]) => path.endsWith('/react.mjs'))?.[1];
    expect(Object.keys(entry?.inputs ?? {})).toContain('packages/react/src/screens/index.ts');
    expect(
      entry?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
    ).not.toContain(view);
  });
});
