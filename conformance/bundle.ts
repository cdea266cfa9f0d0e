import { join } from 'node:path';
import { buildHostScript, type HostScript } from '../scripts/build/hostScript.ts';

const folder = import.meta.dirname;
const globals = join(folder, 'host/globals.js');

/**
 * Bundles a host app of a published client, as that app's developers would: nothing of the client is patched. Once per
 * state of the sources.
 *
 * @param name - File in `conformance/host`.
 * @param client - Package in place of the one that the file imports: another version, under its name in `package.json`.
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

/** The script that a browser runs before those of a page. It cannot load other chunks. */
const initScript = 'burnerWallet.js';

/** The package that a host app imports. */
const usualOf = (name: string) => `@privy-io/${name.startsWith('jsSdkCore') ? 'js-sdk-core' : 'react-auth'}`;
