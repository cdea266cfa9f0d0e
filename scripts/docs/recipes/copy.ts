import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../build/contentHash.ts';
import { capture, tsc, tscOptions } from '../../run.ts';

/** Copied packages: those that recipes change, and those whose types they import. */
const recipePackages = ['wire', 'frame', 'core', 'server', 'react'];
/** App whose list of states the compiler compares with the screens. */
const gallery = 'apps/gallery';
/** App whose pages the gallery shows. */
const hosted = 'apps/hosted';

/** Files that an addition writes or edits, by path from the root, each with the number of added lines. */
export interface Changes {
  readonly added: ReadonlyMap<string, number>;
  readonly edited: ReadonlyMap<string, number>;
}

/** Copy of the packages' sources and the message catalogues, in which a test follows a recipe. */
export interface Copy {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  /** Changes an existing file. @param lines number of lines that a developer writes for it */
  edit(path: string, lines: number, change: (text: string) => string): Promise<void>;
  /** Returns the written and edited files, each with the number of added lines. */
  changes(): Changes;
  /** Type-checks the copy and returns the files with errors, each once. */
  check(): Promise<string[]>;
  remove(): Promise<void>;
}

/**
 * Copies the sources into a folder of their own, in which the packages' names resolve to the copies.
 * @param checked the packages that `check` compiles, with their imports. @default all of them, and the gallery
 */
export async function copyPackages(checked?: readonly string[]): Promise<Copy> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/recipe-'));
  await mkdir(join(folder, 'node_modules/@latchkey'), { recursive: true });
  for (const packagePath of recipePackages) {
    const [from, to] = [join(root, 'packages', packagePath), join(folder, 'packages', packagePath)];
    await cp(join(from, 'src'), join(to, 'src'), { recursive: true });
    await cp(join(from, 'package.json'), join(to, 'package.json'));
    const installed = join(from, 'node_modules');
    if (existsSync(installed)) await symlink(installed, join(to, 'node_modules'));
    await symlink(to, join(folder, 'node_modules/@latchkey', packagePath));
  }
  // The service of the copy finds the migrations here.
  const migrations = 'packages/server/migrations';
  await symlink(join(root, migrations), join(folder, migrations));
  for (const app of [gallery, hosted])
    await cp(join(root, app, 'src'), join(folder, app, 'src'), { recursive: true });
  await cp(join(root, 'messages'), join(folder, 'messages'), { recursive: true });
  const include = checked ? checked.map((packagePath) => `packages/${packagePath}/src`) : settings.include;
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include }));
  const added = new Map<string, number>();
  const edited = new Map<string, number>();
  return {
    folder,
    async write(path, text) {
      added.set(path, countLines(text));
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    async edit(path, lines, change) {
      edited.set(path, (edited.get(path) ?? 0) + lines);
      await writeFile(join(folder, path), change(await readFile(join(folder, path), 'utf8')));
    },
    changes: () => ({ added, edited }),
    async check() {
      const { output } = await capture(process.execPath, [tsc, '-p', folder, ...tscOptions]);
      const wrong = output.matchAll(/((?:packages|apps)\/[^\s(]+)\(\d+,\d+\): error/g);
      return [...new Set([...wrong].map(([, path = '']) => path))].sort();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const countLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

const settings = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    noEmit: true,
    // A second check of the same copy reuses the results of the first.
    incremental: true,
    tsBuildInfoFile: '.tsbuildinfo',
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node', 'vite/client'],
  },
  include: ['packages/*/src', `${gallery}/src`],
  exclude: ['**/*.test.*', '**/*.testkit.*'],
};
