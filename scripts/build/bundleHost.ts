import { build, type Rolldown } from 'vite';
import { buildTargets } from './browserTargets.ts';
import { root } from './contentHash.ts';

export type HostChunk = Rolldown.OutputChunk;

/**
 * Builds pages of a host app for production as most hosts do: with Vite, in chunks, from the published form of the
 * packages (build the target `libraries` first). Its sizes are about those that visitors of such a host download.
 *
 * @param entries path of each page's script by its name; the output is `<name>.js`
 * @param options.folder output folder; without it nothing is written
 * @param options.sources bundles our packages from their sources, to see which of them are in which chunk
 * @param options.external packages that are not bundled
 * @param options.inject modules for names that a package expects to be global
 * @returns the chunks
 */
export async function bundleHost(
  entries: Readonly<Record<string, string>>,
  options: {
    folder?: string;
    sources?: boolean;
    base?: string;
    external?: (string | RegExp)[];
    inject?: Record<string, string | [string, string]>;
    define?: Record<string, string>;
  } = {},
): Promise<HostChunk[]> {
  const { folder, sources = false, base = root, external = [], inject = {}, define = {} } = options;
  const built = await build({
    configFile: false,
    root: base,
    logLevel: 'silent',
    publicDir: false,
    resolve: { conditions: [...(sources ? ['@latchkey/source'] : []), 'module', 'browser', 'production'] },
    define,
    build: {
      target: buildTargets,
      modulePreload: false,
      write: folder !== undefined,
      emptyOutDir: true,
      ...(folder === undefined ? {} : { outDir: folder }),
      rolldownOptions: {
        input: { ...entries },
        external,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        transform: { inject },
      },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  return outputs.filter((file) => file.type === 'chunk');
}

export function withImports(chunks: readonly HostChunk[], first: HostChunk): Set<HostChunk> {
  const found = new Set([first]);
  for (const { imports } of found) {
    for (const name of imports) {
      const chunk = chunks.find(({ fileName }) => fileName === name);
      if (chunk) found.add(chunk);
    }
  }
  return found;
}
