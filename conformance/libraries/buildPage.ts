import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildHost } from '../../e2e/harness/index.ts';
import type { HostScript } from '../../scripts/build/hostScript.ts';

const folder = join(import.meta.dirname, '../host');
/** Packages of which the page and the SDK must share one copy. */
const shared = /^(@tanstack\/react-query|ethers|react|react-dom|viem|wagmi)($|\/)/;

/**
 * Bundles a page for a dapp library: our packages from their sources, the libraries as published.
 *
 * @param name - File in `conformance/host`.
 * @param wagmi - Package to use instead of `wagmi`, under its name in `package.json`: the other major version.
 */
export function buildPage(name: string, wagmi = 'wagmi'): Promise<HostScript> {
  const published: Plugin = {
    name: 'published',
    setup(build) {
      build.onResolve({ filter: shared }, ({ path, kind, importer, pluginData }) => {
        // A library's own imports resolve to its own copy.
        if (pluginData === published || importer.includes('node_modules')) return null;
        const wanted = path.replace(/^wagmi(?=$|\/)/, wagmi);
        return build.resolve(wanted, { kind, resolveDir: folder, pluginData: published });
      });
    },
  };
  return buildHost(join(folder, name), { plugins: [published] });
}
