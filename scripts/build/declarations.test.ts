import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
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
