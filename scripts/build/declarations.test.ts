import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { buildAll } from '../build.ts';
import { capture, tsc, tscOptions } from '../run.ts';
import { root } from './contentHash.ts';
import { publishedPackages } from './publishedPackages.ts';

// The compiler does not check the declarations that it emits: the type that it infers for a generic function can be
// one that it refuses to read. This test reads the published declarations as a host without `skipLibCheck` does.

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

const folder = join(root, '.cache/declarations');
const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: false,
};

async function declarationsOf(name: string): Promise<string[]> {
  const text = await readFile(join(root, 'packages', name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as Manifest;
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' || entry.types === undefined ? [] : [join(root, 'packages', name, entry.types)],
  );
}

async function problemsIn(files: readonly string[]): Promise<string[]> {
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const { output } = await capture(tsc, ['-p', config, ...tscOptions]);
  // wagmi's declarations contradict those of its own dependencies.
  return output.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('node_modules/'));
}

beforeAll(async () => {
  await Promise.all([buildAll({ only: ['libraries'] }), mkdir(folder, { recursive: true })]);
});

it('the declarations of every published package type-check without `skipLibCheck`', async () => {
  // Includes a wrong declaration: a compiler that read nothing must not pass.
  const wrong = join(folder, 'wrong.d.ts');
  await writeFile(wrong, 'export declare const wrong: NoSuchType;\n');
  const files = (await Promise.all(publishedPackages.map(declarationsOf))).flat();
  expect(files.length).toBeGreaterThan(publishedPackages.length);
  expect(await problemsIn([...files, wrong])).toEqual([
    expect.stringMatching(new RegExp(`^${relative(root, wrong)}.*NoSuchType`)),
  ]);
});

it("a host's editor shows the documentation of each lazy operation", () => {
  const operations = readFileSync(join(root, 'packages/core/src/operations.ts'), 'utf8');
  const names = [...operations.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(60);
  const path = join(root, 'packages/react/host.ts');
  const text = `import { ${names.join(', ')} } from '@latchkey/core';\n`;
  const service = ts.createLanguageService({
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = file === path ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    // Compiles like a host's project, without the condition that resolves our packages to their sources.
    getCompilationSettings: () => ({
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  const undocumented = names.filter((name) => {
    const shown = service.getQuickInfoAtPosition(path, new RegExp(`\\b${name}\\b`).exec(text)?.index ?? 0);
    return ts.displayPartsToString(shown?.documentation) === '';
  });
  expect(undocumented).toEqual([]);
  const shown = service.getQuickInfoAtPosition(path, text.indexOf('acceptTerms'));
  expect(ts.displayPartsToString(shown?.documentation)).toMatch(/^Records that the signed-in user accepts/);
  expect(shown?.tags?.map(({ name }) => name)).toEqual(['returns', 'throws', 'example']);
});
