import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';
import { bin, runShown } from './run.ts';

/**
 * Holds what a person downloads against the budgets of `.size-limit.json`: a host page with provider and button,
 * what opening the modal adds, and the wallet frame. React is the host's own and not counted.
 */
const host = 'bench/client/hosts/latchkey.tsx';
const modal = 'packages/react/src/modal/index.ts';
const folder = join(root, '.cache/size');

await Promise.all([buildAll({ only: ['frame'] }), rm(folder, { recursive: true, force: true })]);
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [host],
  outdir: join(folder, 'all'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  conditions: ['@latchkey/source'],
  external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
  define: { 'process.env.NODE_ENV': '"production"' },
  metafile: true,
  logLevel: 'warning',
});
const atStart = filesOf(metafile, host);
const withModal = filesOf(metafile, modal);
await collect('start', [...atStart]);
await collect(
  'modal',
  [...withModal].filter((file) => !atStart.has(file)),
);
process.exit(await runShown(bin('size-limit'), []));

/** The output file of an entry and every file that it cannot start without. */
function filesOf({ outputs }: Metafile, entry: string): Set<string> {
  const first = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry);
  if (!first) throw new Error(`${entry} is not a file of its own any more: is it imported statically now?`);
  const found = new Set([first]);
  for (const file of found) {
    const imports = outputs[file]?.imports ?? [];
    for (const { path, kind, external } of imports)
      if (kind === 'import-statement' && !external) found.add(path);
  }
  return found;
}

async function collect(name: string, files: readonly string[]): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await Promise.all(files.map((file) => copyFile(join(root, file), join(folder, name, basename(file)))));
}
