import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { buildAll } from '../build.ts';
import { capture, tsc, tscOptions } from '../run.ts';
import { root } from './contentHash.ts';
import { publishedPackages } from './publishedPackages.ts';

// The compiler does not check the declarations that it emits: a type that it works out for a generic function can be one that
// it refuses to read. Here the published declarations are read as a host without `skipLibCheck` reads them.

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

/** The declarations that a package exports. */
async function declarationsOf(name: string): Promise<string[]> {
  const text = await readFile(join(root, 'packages', name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as Manifest;
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' || entry.types === undefined ? [] : [join(root, 'packages', name, entry.types)],
  );
}

/** The messages of the compiler that are not about files of others. */
async function problemsIn(files: readonly string[]): Promise<string[]> {
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const { output } = await capture(tsc, ['-p', config, ...tscOptions]);
  // The declarations of wagmi do not agree with those of its own dependencies.
  return output.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('node_modules/'));
}

beforeAll(async () => {
  await Promise.all([buildAll({ only: ['libraries'] }), mkdir(folder, { recursive: true })]);
});

it('the declarations of every published package type-check without `skipLibCheck`', async () => {
  // One that is wrong goes along: a compiler that read nothing must not pass for declarations without faults.
  const wrong = join(folder, 'wrong.d.ts');
  await writeFile(wrong, 'export declare const wrong: NoSuchType;\n');
  const files = (await Promise.all(publishedPackages.map(declarationsOf))).flat();
  expect(files.length).toBeGreaterThan(publishedPackages.length);
  expect(await problemsIn([...files, wrong])).toEqual([
    expect.stringMatching(new RegExp(`^${relative(root, wrong)}.*NoSuchType`)),
  ]);
});

it("a host's editor shows the documentation of each lazy operation where it is imported", () => {
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
    // As a host's project: without the condition by which our packages are read from their sources.
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
  expect(ts.displayPartsToString(shown?.documentation)).toMatch(
    /^Notes on the service that the signed-in user/,
  );
  expect(shown?.tags?.map(({ name }) => name)).toEqual(['returns', 'throws', 'example']);
});
