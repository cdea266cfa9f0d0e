import { join } from 'node:path';
import { buildHostScript, type HostScript } from '../scripts/build/hostScript.ts';

const folder = import.meta.dirname;
const globals = join(folder, 'host/globals.js');

/**
 * Bundles a host app with a published client, as that app's developers would, without patches to the client. Runs
 * once for each state of the sources.
 *
 * @param name - File in `conformance/host`.
 * @param client - Package to use instead of the one that the file imports: another version, under its name in
 *   `package.json`.
 */
export async function bundlePublishedHost(name: string, client?: string): Promise<HostScript> {
  const sources = ['host', 'bundle.ts', 'package-lock.json'].map((path) => `conformance/${path}`);
  const kept = `conformance-${name.replace(/\W+/g, '-')}-${client ?? 'usual'}`;
  return buildHostScript(kept, join(folder, 'host', name), {
    sources,
    base: folder,
    inject: { Buffer: [globals, 'Buffer'], process: [globals, 'process'] },
    define: { global: 'globalThis' },
    alias: client ? { [usualOf(name)]: client } : {},
    isWhole: name === initScript,
  });
}

/** Script that a browser runs before the page's own scripts. It cannot load other chunks. */
const initScript = 'burnerWallet.js';

const usualOf = (name: string) => `@privy-io/${name.startsWith('jsSdkCore') ? 'js-sdk-core' : 'react-auth'}`;
