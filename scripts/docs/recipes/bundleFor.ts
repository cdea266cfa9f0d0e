import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Copy } from './copy.ts';

/** Bundles a source with the packages of a copy, and loads it. */
export async function bundleFor<Module>(copy: Copy, entry: string): Promise<Module> {
  const name = relative(copy.folder, entry).replaceAll(/\W+/g, '-');
  const outfile = join(copy.folder, 'bundled', `${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    alias: { '@latchkey/wire': join(copy.folder, 'packages/wire/src/index.ts') },
    logLevel: 'silent',
  });
  return (await import(pathToFileURL(outfile).href)) as Module;
}
