import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hashOf, root } from './contentHash.ts';

/** The script of a host's page in chunks, as hosts serve it: a browser loads those that the page needs, when it needs them. */
export interface HostScript {
  /** Name of the chunk that the page names; it imports the others. */
  readonly entry: string;
  /** The chunks by name. Names contain a hash of the content, so browsers may keep them. */
  readonly chunks: Readonly<Record<string, string>>;
}

interface BundleOptions {
  /** The folder that packages are looked for from. @default the root */
  base?: string;
  /** Conditions under which packages' files are chosen, besides those of bundlers for browsers. */
  conditions?: string[];
  /** Whether React and others check themselves. @default false */
  development?: boolean;
  /** Texts in place of names. */
  define?: Record<string, string>;
  /** Modules for names that a package expects to be global. */
  inject?: Record<string, [module: string, name: string]>;
  /** Packages in place of others. */
  alias?: Record<string, string>;
  /** Makes one chunk, for what cannot load others. @default false */
  isWhole?: boolean;
  /** Files and folders from the root. It is an error to bundle any other file that is not an installed package's. */
  sources?: readonly string[];
}

/**
 * Bundles the script of a host's page as most hosts do, by Vite. What the page needs first is one chunk, because a request
 * costs a browser as much as compiling 50 kB.
 *
 * @param entry - Absolute path of the entry file.
 */
export async function bundleHostScript(entry: string, options: BundleOptions = {}): Promise<HostScript> {
  const mode = options.development ? 'development' : 'production';
  // Loaded by the processes that bundle alone.
  const { build } = await import('vite');
  const { NODE_ENV } = process.env;
  const built = await build({
    configFile: false,
    root: options.base ?? root,
    mode,
    logLevel: 'silent',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: {
      conditions: [...(options.conditions ?? []), 'module', 'browser', mode],
      alias: options.alias ?? {},
    },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode), ...options.define },
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: () => true,
      rolldownOptions: {
        input: entry,
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: options.isWhole ? false : { groups: [{ name: 'start', tags: ['$initial'] }] },
        },
        transform: { inject: options.inject ?? {} },
      },
    },
  });
  // Vite sets it where it was not, and programs that this process starts next would take themselves for production.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const chunks = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((output) => output.type === 'chunk');
  const first = chunks.find(({ isEntry }) => isEntry);
  if (!first) throw new Error(`${entry} gave no output`);
  if (options.sources)
    refuseOthers(
      chunks.flatMap(({ moduleIds }) => moduleIds),
      options.sources,
    );
  return {
    entry: first.fileName,
    chunks: Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code])),
  };
}

function refuseOthers(modules: readonly string[], sources: readonly string[]): void {
  const files = modules.filter((id) => isAbsolute(id) && !id.includes('node_modules'));
  const paths = files.map((id) => relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/'));
  const other = paths.find(
    (path) => !sources.some((source) => path === source || path.startsWith(`${source}/`)),
  );
  if (other) throw new Error(`${other} is bundled, but nobody would notice that it has changed`);
}

const kept = join(root, '.cache/hosts');

interface KeepOptions {
  /** What the script is called among the kept ones. Those of the same name that were made from other sources are removed. */
  name: string;
  /** Files and folders from the root that the script is made of. */
  sources: readonly string[];
  /** What else it is made of. */
  settings?: object;
}

/** Bundles a script once per state of its sources, for all processes that ask for it. */
export async function keepHostScript(
  { name, sources, settings = {} }: KeepOptions,
  bundle: () => Promise<HostScript>,
): Promise<HostScript> {
  const hash = await hashOf([...sources, 'scripts/build/hostScript.ts'], settings);
  const file = join(kept, `${name}-${hash.slice(0, 16)}.json`);
  const known = await find(file);
  if (known) return known;
  await mkdir(kept, { recursive: true });
  const unlock = await lock(`${file}.lock`);
  try {
    const made = (await find(file)) ?? (await write(file, await bundle()));
    await prune(name, file);
    return made;
  } finally {
    await unlock();
  }
}

async function find(file: string): Promise<HostScript | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

async function write(file: string, script: HostScript): Promise<HostScript> {
  // Others read without a lock: each sees the whole file or none.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(script));
  await rename(draft, file);
  return script;
}

async function prune(name: string, current: string): Promise<void> {
  const files = (await readdir(kept)).map((file) => join(kept, file));
  const old = files.filter((file) => toName(file) === name && file !== current);
  await Promise.all(old.map((file) => rm(file, { force: true })));
}

/** The name of the script that a file keeps, or nothing for locks and drafts. */
const toName = (file: string) => /^(.+)-[\da-f]{16}\.json$/.exec(basename(file))?.[1];

/** Waits until no other process has a lock, and takes it. */
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
