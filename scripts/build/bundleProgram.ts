import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from './contentHash.ts';

/**
 * Bundles a program: our own packages inside, from their sources, everything installed outside. One file instead of two
 * hundred is what makes a start take tenths of a second.
 *
 * @param entry the program's source, from the root
 * @param output the one file, from the root; `packages/{name}/dist/…` for a package that looks for files beside it
 * @param plugins what sources go through first
 */
export async function bundleProgram(
  entry: string,
  output: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    outfile: join(root, output),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@latchkey/source'],
    sourcemap: true,
    plugins: [...plugins, installedPackagesOutside],
    logLevel: 'warning',
  });
}

const installedPackagesOutside: Plugin = {
  name: 'installed-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@latchkey/') ? null : { path, external: true },
    );
  },
};

/**
 * Bundles a module of a browser's with everything that it needs, so that a program can run it that has none of it installed.
 *
 * @param entry the module's source, from the root
 * @param folder where the module and what it loads later go, from the root
 */
export async function bundleForNode(entry: string, folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    outdir: join(root, folder),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@latchkey/source'],
    logLevel: 'warning',
  });
}
