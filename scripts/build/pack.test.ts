import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './contentHash.ts';

const run = promisify(execFile);
const published = ['wire', 'frame', 'core', 'node', 'react'];
const installed = join(root, 'node_modules');

/** The sources with nothing built, as a fresh clone after `npm ci`. */
let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'latchkey-pack-'));
  for (const path of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'packages', 'scripts']) {
    await cp(join(root, path), join(clone, path), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|\.cache)$/.test(source),
    });
  }
  // Everything that is installed, but our own packages: those are the clone's.
  await mkdir(join(clone, 'node_modules/@latchkey'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@latchkey') await symlink(join(installed, name), join(clone, 'node_modules', name));
  }
  for (const name of await readdir(join(clone, 'packages'))) {
    await symlink(join(clone, 'packages', name), join(clone, 'node_modules/@latchkey', name));
  }
}, 60_000);
afterAll(() => rm(clone, { recursive: true, force: true }));

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

it('packing builds: a package made of a fresh clone holds every file that it exports', async () => {
  for (const name of published) {
    const folder = join(clone, 'packages', name);
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: folder });
    // What `prepack` says comes first.
    const [{ files }] = JSON.parse(stdout.slice(stdout.search(/^\[/m))) as [{ files: { path: string }[] }];
    const packed = files.map(({ path }) => `./${path}`);
    const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
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
}, 300_000);
