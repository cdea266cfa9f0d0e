import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAll } from '../build.ts';
import { root } from './contentHash.ts';
import { publishedPackages } from './publishedPackages.ts';

const run = promisify(execFile);
const installed = join(root, 'node_modules');

/** In the wide run the clone is a fresh one, in which nothing is built; else what was built last, with a source newer than that. */
const isFresh = process.env.LATCHKEY_WIDE === '1';
/** The export that only the newer source of the clone has. */
const addition = 'export const addedSinceTheBuild = true;';

let clone: string;
/** By package, the files that a package made of the clone holds. Packing builds, so each is packed once. */
const contents = new Map<string, readonly string[]>();
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'latchkey-pack-'));
  if (!isFresh) await buildAll({ only: ['libraries'] });
  for (const path of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'packages', 'scripts'])
    await copy(path, isFresh ? /\/(node_modules|dist|\.cache)$/ : notOfLibraries);
  // The clone keeps its own record of what was built, so a build there does not touch the one here.
  if (!isFresh) await copy('.cache/build', /\/(?!frame$|libraries$|build$)[^/]+$/);
  await appendFile(join(clone, 'packages/node/src/index.ts'), `\n${addition}\n`);
  // Everything that is installed, but our own packages: those are the clone's.
  await mkdir(join(clone, 'node_modules/@latchkey'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@latchkey') await symlink(join(installed, name), join(clone, 'node_modules', name));
  }
  for (const name of await readdir(join(clone, 'packages'))) {
    await symlink(join(clone, 'packages', name), join(clone, 'node_modules/@latchkey', name));
  }
  // One package's `prepack` builds what all of them have: the others would find nothing left to do.
  if (!isFresh) await pack('--workspace', 'packages/frame');
  // In one call, because each start of npm takes half a second of processor.
  const workspaces = publishedPackages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const stdout = await pack(...workspaces, ...(isFresh ? [] : ['--ignore-scripts']));
  // What `prepack` says comes first.
  for (const { name, files } of JSON.parse(stdout.slice(stdout.search(/^\[$/m))) as Packed[])
    contents.set(
      name.replace('@latchkey/', ''),
      files.map(({ path }) => path),
    );
}, 300_000);
afterAll(() => rm(clone, { recursive: true, force: true }));

/** Builds of packages that are not published are left out. */
const notOfLibraries = new RegExp(
  `/(node_modules|\\.cache)$|/packages/(?!(?:${publishedPackages.join('|')})/)[^/]+/dist$`,
);

/** Copies into the clone, with the times of the files: by them the compiler sees what it has built already. */
async function copy(path: string, without: RegExp): Promise<void> {
  await cp(join(root, path), join(clone, path), {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => !without.test(source),
  });
}

async function pack(...args: readonly string[]): Promise<string> {
  return (await run('npm', ['pack', '--dry-run', '--json', ...args], { cwd: clone, maxBuffer: 1e8 })).stdout;
}

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly private?: true;
  readonly version: string;
  readonly license: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

it('packing builds what is older than its sources, and a package holds every file that it exports', async () => {
  const built = await readFile(join(clone, 'packages/node/dist/index.js'), 'utf8');
  expect(built).toContain('addedSinceTheBuild');
  for (const name of publishedPackages) {
    const folder = join(clone, 'packages', name);
    const packed = contents.get(name)?.map((path) => `./${path}`) ?? [];
    const { exports, scripts: commands } = await manifestOf(folder);
    expect(commands?.prepack, name).toBe('tsx ../../scripts/build.ts libraries');
    const named = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string'
        ? [entry]
        : Object.entries(entry).flatMap(([condition, path]) =>
            condition === '@latchkey/source' ? [] : [path],
          ),
    );
    expect(named.length, name).toBeGreaterThan(0);
    expect(packed, name).toEqual(expect.arrayContaining(named));
    expect(packed.filter((path) => /\.(test|testkit)\./.test(path))).toEqual([]);
    // Vitest's environment is not production, and what is published must not depend on that.
    const scripts = packed.filter((path) => path.endsWith('.js'));
    const texts = await Promise.all(scripts.map((path) => readFile(join(folder, path), 'utf8')));
    expect(texts.filter((text) => text.includes('jsx-dev-runtime'))).toEqual([]);
  }
});

it('every package that is published says what it is, where it is from, under which licence, and what changed', async () => {
  const { repository } = await manifestOf(root);
  const licence = await readFile(join(root, 'LICENSE'), 'utf8');
  for (const name of await readdir(join(root, 'packages'))) {
    const folder = join(root, 'packages', name);
    const manifest = await manifestOf(folder);
    expect(manifest.private ?? false, name).toBe(!publishedPackages.some((one) => one === name));
    if (manifest.private) continue;
    expect(manifest.repository).toEqual({ ...repository, directory: `packages/${name}` });
    expect(manifest.license).toBe('Apache-2.0');
    expect(contents.get(name), name).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md']),
    );
    const text = (file: string) => readFile(join(folder, file), 'utf8');
    expect(await text('LICENSE')).toBe(licence);
    expect(await text('README.md')).toMatch(new RegExp(`^# @latchkey/${name}\n\n\\w`));
    expect(await text('CHANGELOG.md')).toContain(`\n## ${manifest.version}\n`);
  }
});

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}
