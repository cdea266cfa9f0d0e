import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { hashOf, root } from '../scripts/build/contentHash.ts';

const folder = import.meta.dirname;
const kept = join(root, '.cache/published');

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
  await mkdir(kept, { recursive: true });
  await Promise.all(hosts.map(([name, client]) => bundlePublishedHost(name, client)));
}

/**
 * Bundles a host app of a published client, as that app's developers would: nothing of the client is patched. Once per
 * state of the sources.
 *
 * @param name - File in `conformance/host`.
 * @param client - Package in place of the one that the file imports: another version, under its name in `package.json`.
 */
export async function bundlePublishedHost(name: string, client?: string): Promise<string> {
  const sources = ['host', 'bundle.ts', 'package-lock.json'].map((path) => `conformance/${path}`);
  const hash = await hashOf(sources, { name, client });
  const file = join(kept, `${name}-${client ?? 'usual'}-${hash.slice(0, 16)}.js`);
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return known;
  const script = await bundle(name, client);
  // Another process may be at it too: each sees the whole file or none.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, script);
  await rename(draft, file);
  return script;
}

async function bundle(name: string, client?: string): Promise<string> {
  const result = await build({
    entryPoints: [join(folder, 'host', name)],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    inject: [join(folder, 'host/globals.js')],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    ...(client ? { alias: { [usualOf(name)]: client } } : {}),
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error(`${name} gave no output`);
  return file.text;
}

/** The package that a host app imports. */
const usualOf = (name: string) => `@privy-io/${name.startsWith('jsSdkCore') ? 'js-sdk-core' : 'react-auth'}`;
