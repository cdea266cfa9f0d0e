import { join } from 'node:path';
import { bundleHostScript, type HostScript, keepHostScript } from '../scripts/build/hostScript.ts';

const folder = import.meta.dirname;
const globals = join(folder, 'host/globals.js');

/** Every host app that tests open: its file in `conformance/host`, and the client where it is another version. */
const hosts: readonly (readonly [name: string, client?: string])[] = [
  ['reactAuth.jsx'],
  ['reactAuth.jsx', 'react-auth-v1-events'],
  ['reactAuthNewest.jsx', 'react-auth-newest'],
  ['reactAuthWithoutScreens.jsx'],
  ['solanaApp.js'],
  ['burnerWallet.js'],
  ['jsSdkCore.js'],
  ['jsSdkCore.js', 'js-sdk-core-newest'],
  ['connector.js'],
  ['farcasterApp.jsx'],
  ['farcasterApp.jsx', 'react-auth-newest'],
  ['crossAppApp.jsx'],
  ['crossAppApp.jsx', 'react-auth-newest'],
];

/**
 * Bundles every host app whose sources have changed: before the tests, because each takes seconds of all cores, and each
 * worker would do it for itself.
 */
export async function bundlePublishedHosts(): Promise<void> {
  // One after the other: each takes all cores, and hundreds of megabytes.
  for (const [name, client] of hosts) await bundlePublishedHost(name, client);
}

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
  return keepHostScript({ name: kept, sources }, () =>
    bundleHostScript(join(folder, 'host', name), {
      base: folder,
      inject: { Buffer: [globals, 'Buffer'], process: [globals, 'process'] },
      define: { global: 'globalThis' },
      alias: client ? { [usualOf(name)]: client } : {},
      isWhole: name === initScript,
    }),
  );
}

/** What a browser runs before the scripts of a page, from where no other chunk can be loaded. */
const initScript = 'burnerWallet.js';

/** The package that a host app imports. */
const usualOf = (name: string) => `@privy-io/${name.startsWith('jsSdkCore') ? 'js-sdk-core' : 'react-auth'}`;
