import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../build/contentHash.ts';
import { capture, tsc, tscOptions } from '../../run.ts';

/** The packages that a recipe may touch, with those whose types they import. */
export const recipePackages = ['wire', 'frame', 'core', 'server', 'react'];
/** An app whose list of states the compiler holds against the screens. */
const gallery = 'apps/gallery';

/** Files of an addition, by path from the root, each with the lines that it added. */
export interface Changes {
  readonly added: ReadonlyMap<string, number>;
  readonly edited: ReadonlyMap<string, number>;
}

/** A copy of the packages' sources and the catalogues, to follow a recipe in. */
export interface Copy {
  readonly folder: string;
  /** Writes a new file. */
  write(path: string, text: string): Promise<void>;
  /**
   * Adds to a file that is there.
   * @param after the words behind which it comes; null for the end
   * @throws Error where the file is not any more what it was when the recipe was written
   */
  insert(path: string, after: string | null, added: string): Promise<void>;
  /** Returns the files that were written and inserted into, each with the lines that it got. */
  changes(): Changes;
  /** Checks all types, and gives the files in which something is wrong, each once. */
  check(): Promise<string[]>;
  remove(): Promise<void>;
}

/**
 * Copies the sources into a folder of their own, in which the packages' names resolve to the copies.
 * @param checked the packages that `check` looks at, with what they import. @default all of them, and the gallery
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
  await cp(join(root, gallery, 'src'), join(folder, gallery, 'src'), { recursive: true });
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
    async insert(path, after, inserted) {
      edited.set(path, (edited.get(path) ?? 0) + countLines(inserted));
      const text = await readFile(join(folder, path), 'utf8');
      if (after !== null && !text.includes(after)) throw new Error(`${path} has no ${JSON.stringify(after)}`);
      const changed = after === null ? text + inserted : text.replace(after, () => after + inserted);
      await writeFile(join(folder, path), changed);
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

const countLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

const settings = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    noEmit: true,
    // What did not change is not checked again.
    incremental: true,
    tsBuildInfoFile: '.tsbuildinfo',
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node', 'vite/client'],
  },
  include: ['packages/*/src', 'apps/*/src'],
  exclude: ['**/*.test.*', '**/*.testkit.*'],
};
