import { writeFile } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { build } from 'vite';
import { buildTargets } from './browserTargets.ts';
import { root } from './contentHash.ts';
import type { HostScript } from './hostScript.ts';

export interface BundleOptions {
  /** Folder from which packages are resolved. @default the root */
  base?: string;
  /** Conditions for the choice of packages' files, in addition to those of bundlers for browsers. */
  conditions?: string[];
  /** True to use development builds: React and others check themselves. @default false */
  development?: boolean;
  /** Replacements for names. */
  define?: Record<string, string>;
  /** Modules for names that a package expects to be global. */
  inject?: Record<string, [module: string, name: string]>;
  /** Packages that replace others. */
  alias?: Record<string, string>;
  /** Creates one chunk, for environments that cannot load others. @default false */
  isWhole?: boolean;
  /**
   * Files and folders, relative to the root. Bundling any other file is an error, unless it belongs to an installed
   * package.
   */
  sources: readonly string[];
}

/**
 * Bundles the script of a host's page with Vite. The code that the page needs first is one chunk, which saves
 * requests.
 *
 * @param entry - Absolute path of the entry file.
 */
async function bundleHostScript(entry: string, options: BundleOptions): Promise<HostScript> {
  const mode = options.development ? 'development' : 'production';
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
      target: buildTargets,
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
  const chunks = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((output) => output.type === 'chunk');
  const first = chunks.find(({ isEntry }) => isEntry);
  if (!first) throw new Error(`${entry} gave no output`);
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

// Runs as a separate program: Vite needs several hundred megabytes, which are released when the process ends.
if (process.argv[1] === import.meta.filename) {
  const [, , output = '', entry = '', options = ''] = process.argv;
  await writeFile(output, JSON.stringify(await bundleHostScript(entry, JSON.parse(options))));
}
