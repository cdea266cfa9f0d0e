import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;

const built = new Map<string, Promise<string>>();

/**
 * Bundles a host app of a published client, as that app's developers would: nothing of the client is patched. Once per
 * process: nothing of it changes, and each takes seconds.
 *
 * @param name - File in `conformance/host`.
 * @param client - Package in place of `@privy-io/react-auth`: another version, under its name in `package.json`.
 */
export function bundlePublishedHost(name: string, client?: string): Promise<string> {
  const key = `${name} ${client ?? ''}`;
  const script = built.get(key) ?? bundle(name, client);
  built.set(key, script);
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
    ...(client ? { alias: { '@privy-io/react-auth': client } } : {}),
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error(`${name} gave no output`);
  return file.text;
}
