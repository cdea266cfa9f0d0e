import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from '../build/contentHash.ts';
import { publishedPackages } from '../build/publishedPackages.ts';
import type { Finished } from '../run.ts';

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Checks the files that npm would publish of each package against the rules of publint; a warning fails too. Build
 * the packages first. npm runs once for all packages; publint's own program would start it for each.
 */
export async function lintPackages(): Promise<Finished> {
  const workspaces = publishedPackages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', ...workspaces];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 1e8 });
  const packed = JSON.parse(stdout) as Packed[];
  if (packed.length !== publishedPackages.length)
    throw new Error('npm packs other packages than are published');
  const problems: string[] = [];
  for (const { name, files } of packed) problems.push(...(await lint(name, files)));
  return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') };
}

async function lint(name: string, files: Packed['files']): Promise<string[]> {
  const folder = join(root, 'packages', name.replace('@latchkey/', ''));
  const contents = files.map(async ({ path }) => ({
    name: join(folder, path),
    data: await readFile(join(folder, path)),
  }));
  const { messages, pkg } = await publint({
    pkgDir: folder,
    strict: true,
    pack: { files: await Promise.all(contents) },
  });
  return messages
    .filter(({ type }) => type === 'error')
    .map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`);
}
