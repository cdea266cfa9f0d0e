import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildHost } from '../../e2e/harness/index.ts';
import type { HostScript } from '../../scripts/build/hostScript.ts';

const folder = join(import.meta.dirname, '../host');
/** What page and SDK must have the same copy of. */
const shared = /^(@tanstack\/react-query|ethers|react|react-dom|viem|wagmi)($|\/)/;

/**
 * Bundles a page of a dapp library: our packages from their sources, the libraries as they are published.
 *
 * @param name - File in `conformance/host`.
 * @param wagmi - Package in place of `wagmi`, under its name in `package.json`: the other major.
 */
export function buildPage(name: string, wagmi = 'wagmi'): Promise<HostScript> {
  const published: Plugin = {
    name: 'published',
    setup(build) {
      build.onResolve({ filter: shared }, ({ path, kind, importer, pluginData }) => {
        // Of what a library imports itself, its own copy.
        if (pluginData === published || importer.includes('node_modules')) return null;
        const wanted = path.replace(/^wagmi(?=$|\/)/, wagmi);
        return build.resolve(wanted, { kind, resolveDir: folder, pluginData: published });
      });
    },
  };
  return buildHost(join(folder, name), { plugins: [published] });
}
