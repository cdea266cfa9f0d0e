import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { installedPackagesOutside } from '../../build/bundleProgram.ts';
import { root } from '../../build/contentHash.ts';
import type { Copy } from './copy.ts';

export const fromCopy = ({ folder }: Copy): Plugin => ({
  name: 'from-copy',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@latchkey\// }, async ({ path, kind, pluginData }) => {
      if (pluginData === fromCopy) return null;
      const found = await resolve(path, { kind, resolveDir: folder, pluginData: fromCopy });
      return found.errors.length > 0 ? null : found;
    });
  },
});

interface Bundled<Module> {
  readonly module: Module;
  readonly outputs: Metafile['outputs'];
}

/**
 * Bundles a source with the packages of a copy, and loads it. Code that the source imports lazily is in separate
 * files.
 *
 * @param entry file of the copy or of the repository
 */
export async function bundleFor<Module>(copy: Copy, entry: string): Promise<Bundled<Module>> {
  const name = relative(copy.folder, entry).replaceAll(/\W+/g, '-');
  // Some installed packages are found only from the server's folder.
  const outdir = join(copy.folder, 'packages/server/bundled', name);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { entry },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    conditions: ['@latchkey/source'],
    metafile: true,
    plugins: [fromCopy(copy), installedPackagesOutside],
    logLevel: 'silent',
  });
  return {
    module: (await import(pathToFileURL(join(outdir, 'entry.mjs')).href)) as Module,
    outputs: metafile.outputs,
  };
}
