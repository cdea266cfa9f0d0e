import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { type Block, blocksOf } from './markdown.ts';
import { programOf, type Shown, typeCheck } from './typeCheck.ts';

// Each recipe is followed as it stands: what its blocks say is written into copies of the sources, and nothing else.

/** After which words of a list a row stands; elsewhere it is the last one. */
const lists: Readonly<Record<string, string>> = {
  'packages/react/src/screens/index.ts': 'export const screens = {\n',
};

/** The sources that a recipe changes, by their path: each block names its file in its first line. */
function follow(recipe: string): ReadonlyMap<string, string> {
  const page = { path: recipe, text: readFileSync(join(root, recipe), 'utf8') };
  return new Map(
    blocksOf(page).map(({ text }) => {
      const [, path = '', code = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? [];
      return [join(root, path), written(path, code)];
    }),
  );
}

function written(path: string, code: string): string {
  if (!ts.sys.fileExists(join(root, path))) return code;
  const source = readFileSync(join(root, path), 'utf8');
  const head = lists[path];
  if (head === undefined) return `${source}\n${code}`;
  if (!source.includes(head)) throw new Error(`${path} has no ${head}`);
  return source.replace(head, () => head + code);
}

const changed = new Map([...follow('docs/recipes/door.md'), ...follow('docs/recipes/screen.md')]);

/** A block of a page that stands in the root. */
const probe = (page: string, text: string): Block => ({ page, line: 1, language: 'ts', text });
const shown = (): Shown =>
  programOf(
    [
      probe(
        'door.md',
        `import { countSessions, createClient } from '@latchkey/core';
const count: number = await countSessions(createClient({ appId: 'your-25-character-app-id1' }));
// @ts-expect-error It takes what the act takes.
await countSessions();
console.log(count);`,
      ),
      probe(
        'screen.md',
        `import type { ExitsOf, PropsOf } from './packages/react/src/screens/index.ts';
export const props: PropsOf<'GREETING_SCREEN'> = { name: 'Ada' };
// @ts-expect-error A screen is not opened without its data.
export const bare: PropsOf<'GREETING_SCREEN'> = {};
export const exit: keyof ExitsOf<'GREETING_SCREEN'> = 'finished';
// @ts-expect-error It leaves by the exits of its view alone.
export const other: keyof ExitsOf<'GREETING_SCREEN'> = 'elsewhere';
import './packages/react/src/flow/index.ts';`,
      ),
    ],
    changed,
  );

const recipes: Plugin = {
  name: 'recipes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      // Also for what a new file imports: its folder is not on the disk.
      return changed.has(file) || ts.sys.fileExists(file) ? { path: file } : null;
    });
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const contents = changed.get(path);
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
  it('add an operation and a screen that the compiler knows, and ask for a road for the screen’s exits', () => {
    const { program, files } = shown();
    expect(typeCheck({ program, files })).toEqual([]);
    const problems = [...changed.keys(), join(root, 'packages/react/src/flow/roads.ts')].flatMap((path) =>
      program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ file, messageText }) => {
        const text = ts.flattenDiagnosticMessageText(messageText, ' ');
        return `${relative(root, file?.fileName ?? '')}: ${text}`;
      }),
    );
    expect(problems).toEqual([
      expect.stringMatching(/^packages\/react\/src\/flow\/roads\.ts: .*GREETING_SCREEN/),
    ]);
  });

  it('add an operation whose code comes when it is called', async () => {
    const metafile = await bundle('packages/core/src/startup.ts');
    const [file = ''] = filesWith(metafile, 'account/countActiveSessions.ts');
    expect(file).toMatch(/countActiveSessions/);
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
