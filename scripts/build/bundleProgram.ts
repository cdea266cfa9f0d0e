import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from './contentHash.ts';

/**
 * Bundles a program: our own packages are included from their sources, installed packages are not. One file starts
 * faster than hundreds.
 *
 * @param entry the program's source, relative to the root
 * @param output the one file, relative to the root; `packages/{name}/dist/…` for a package that looks for files
 *   beside it
 * @param options `plugins` are applied to the sources first; `outside` names packages of ours that are not included
 */
export async function bundleProgram(
  entry: string,
  output: string,
  options: { plugins?: readonly Plugin[]; outside?: readonly string[] } = {},
): Promise<void> {
  const { plugins = [], outside = [] } = options;
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
    external: outside.flatMap((name) => [name, `${name}/*`]),
    plugins: [...plugins, installedPackagesOutside],
    logLevel: 'warning',
  });
}

export const installedPackagesOutside: Plugin = {
  name: 'installed-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@latchkey/') ? null : { path, external: true },
    );
  },
};

/**
 * Bundles a browser module with all its dependencies, so a program can run it in Node.js without installing them.
 *
 * @param entry the module's source, relative to the root
 * @param folder output folder of the module and of what it loads later, relative to the root
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
