import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAll } from '../build.ts';
import { root } from './contentHash.ts';
import { publishedPackages, publishedPrograms } from './publishedPackages.ts';

const run = promisify(execFile);
const installed = join(root, 'node_modules');

/** In the wide run, the clone has no build. Otherwise it has a build that is older than one source. */
const isFresh = process.env.LATCHKEY_WIDE === '1';
/** An export that only the newer source of the clone has. */
const addition = 'export const addedSinceTheBuild = true;';

let clone: string;
/** Packed files of each package of the clone, by name. */
const contents = new Map<string, readonly string[]>();
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'latchkey-pack-'));
  if (!isFresh) await buildAll({ only: ['libraries', 'programs'] });
  for (const path of [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'packages',
    'apps',
    'scripts',
  ])
    await copy(path, isFresh ? /\/(node_modules|dist|\.cache)$/ : notOfLibraries);
  // The clone has its own build stamps, so a build there does not affect this repository.
  if (!isFresh) await copy('.cache/build', /\/(?!frame$|libraries$|build$)[^/]+$/);
  await appendFile(join(clone, 'packages/node/src/index.ts'), `\n${addition}\n`);
  // Links all installed packages except our own, which are the clone's.
  await mkdir(join(clone, 'node_modules/@latchkey'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@latchkey') await symlink(join(installed, name), join(clone, 'node_modules', name));
  }
  for (const name of await readdir(join(clone, 'packages'))) {
    await symlink(join(clone, 'packages', name), join(clone, 'node_modules/@latchkey', name));
  }
  // The `prepack` of one library builds all libraries.
  if (!isFresh) await pack('--workspace', 'packages/frame');
  // Packs in one call, because each start of npm takes time.
  const workspaces = publishedPackages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const stdout = await pack(...workspaces, ...(isFresh ? [] : ['--ignore-scripts']));
  // The output of `prepack` comes first.
  for (const { name, files } of JSON.parse(stdout.slice(stdout.search(/^\[$/m))) as Packed[])
    contents.set(
      name.replace('@latchkey/', ''),
      files.map(({ path }) => path),
    );
}, 300_000);
afterAll(() => rm(clone, { recursive: true, force: true }));

/** Paths that are not copied into the clone: installed packages, caches, and builds of unpublished packages. */
const notOfLibraries = new RegExp(
  `/(node_modules|\\.cache)$|/packages/(?!(?:${publishedPackages.join('|')})/)[^/]+/dist$`,
);

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

it('packing first builds a package that is older than its sources, and packs every file that a package exports', async () => {
  const built = await readFile(join(clone, 'packages/node/dist/index.js'), 'utf8');
  expect(built).toContain('addedSinceTheBuild');
  for (const name of publishedPackages) {
    const folder = join(clone, 'packages', name);
    const packed = contents.get(name)?.map((path) => `./${path}`) ?? [];
    const { exports, scripts: commands } = await manifestOf(folder);
    const target = publishedPrograms.some((one) => one === name) ? 'programs' : 'libraries';
    expect(commands?.prepack, name).toBe(`tsx ../../scripts/build.ts ${target}`);
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
    // Vitest's environment is not production, and published code must not depend on it.
    const scripts = packed.filter((path) => path.endsWith('.js'));
    const texts = await Promise.all(scripts.map((path) => readFile(join(folder, path), 'utf8')));
    expect(texts.filter((text) => text.includes('jsx-dev-runtime'))).toEqual([]);
  }
});

it('the published packages contain the pages that the programs serve, the migrations and the command', () => {
  expect(contents.get('server')).toEqual(
    expect.arrayContaining([
      'dist/hosted/manifest.json',
      'dist/hosted/check/checkConfig.js',
      'dist/hosted/licenses.md',
      'migrations/0001_apps.sql',
    ]),
  );
  expect(contents.get('sandbox')).toEqual(
    expect.arrayContaining(['dist/demo/index.html', 'dist/demo/licenses.md']),
  );
  expect(contents.get('frame')).toEqual(expect.arrayContaining(['dist/pages/manifest.json']));
  expect(contents.get('cli')).toEqual(expect.arrayContaining(['dist/main.js']));
});

it('the handbook names every published package', async () => {
  const [, line = ''] =
    /^5\. .*It publishes (.*), with provenance\./m.exec(await readFile(join(root, 'HANDBOOK.md'), 'utf8')) ??
    [];
  const named = [...line.matchAll(/`(?:@latchkey\/)?([a-z]+)`/g)].map(([, name]) => name);
  expect(named).toEqual([...publishedPackages]);
});

it('every published package is packed with its README, licence and changelog, and names its repository', async () => {
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
