import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bin, run } from '../run.ts';
import type { BundleOptions } from './bundleHostScript.ts';
import { hashOf, root } from './contentHash.ts';

/**
 * Script of a host's page in chunks, as hosts serve it: a browser loads the chunks that the page needs, when it needs
 * them.
 */
export interface HostScript {
  /** Name of the chunk in the page's HTML; it imports the others. */
  readonly entry: string;
  /** Chunks by name. Names contain a hash of the content, so browsers may cache them. */
  readonly chunks: Readonly<Record<string, string>>;
}

const kept = join(root, '.cache/hosts');

/**
 * Bundles the script of a host's page once per state of its sources, for all processes.
 *
 * @param name - Name in the cache. Results with this name from other sources are removed.
 * @param entry - Absolute path of the entry file.
 */
export async function buildHostScript(
  name: string,
  entry: string,
  options: BundleOptions,
): Promise<HostScript> {
  const programs = ['hostScript.ts', 'bundleHostScript.ts', 'browserTargets.ts'].map(
    (file) => `scripts/build/${file}`,
  );
  const hash = await hashOf([...options.sources, ...programs], { entry, options });
  const file = join(kept, `${name}-${hash.slice(0, 16)}.json`);
  const known = await find(file);
  if (known) return known;
  await mkdir(kept, { recursive: true });
  const unlock = await lock(`${file}.lock`);
  try {
    return (await find(file)) ?? (await bundle(name, entry, options, file));
  } finally {
    await unlock();
  }
}

async function find(file: string): Promise<HostScript | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

async function bundle(
  name: string,
  entry: string,
  options: BundleOptions,
  file: string,
): Promise<HostScript> {
  const draft = `${file}.${process.pid}`;
  const env = { NODE_ENV: options.development ? 'development' : 'production' };
  const program = 'scripts/build/bundleHostScript.ts';
  await run(bin('tsx'), [program, draft, entry, JSON.stringify(options)], { env });
  // Other processes read without a lock: each sees the whole file or none.
  await rename(draft, file);
  await prune(name, file);
  const made = await find(file);
  if (!made) throw new Error(`${file} is gone`);
  return made;
}

async function prune(name: string, current: string): Promise<void> {
  const files = (await readdir(kept)).map((file) => join(kept, file));
  const old = files.filter((file) => toName(file) === name && file !== current);
  await Promise.all(old.map((file) => rm(file, { force: true })));
}

const toName = (file: string) => /^(.+)-[\da-f]{16}\.json$/.exec(basename(file))?.[1];

/** Waits until no other process holds the lock, and takes it. Returns the function that releases it. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const handle = await open(path, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    // A process that was killed leaves its lock behind.
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true });
    else await wait(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
