import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from './contentHash.ts';

/**
 * Bundles a package's `src/main.ts` into `dist/main.js`: our own packages inside, from their sources, everything
 * installed outside. One file instead of two hundred is what makes a start take tenths of a second.
 */
export async function bundleProgram(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, folder, 'src/main.ts')],
    outfile: join(root, folder, 'dist/main.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@latchkey/source'],
    sourcemap: true,
    plugins: [installedPackagesOutside],
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
