import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../scripts/build/contentHash.ts';
import { capture } from '../scripts/run.ts';

/** A copy of the working tree, whose files may be broken. */
export interface TreeCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Where the packages of the workspaces are linked. */
const scope = '@latchkey';

/** Copies what git knows or would add into a temporary folder, and links the installed packages. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-mutation-'));
  const { output } = await capture('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const file of output.split('\0').filter(Boolean)) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    // A file that was deleted and not yet committed is still listed.
    await copyFile(join(root, file), join(folder, file)).catch(ignoreMissing);
  }
  await linkPackages(folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Links every installed package but our own: those must lead to the copy, or the tests would load the whole code beside
 * the broken one.
 */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules', scope), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== scope) await link(folder, join('node_modules', name));
  }
  for (const packageFolder of ['packages', 'apps']) {
    for (const name of await readdir(join(folder, packageFolder))) {
      await symlink(join(folder, packageFolder, name), join(folder, 'node_modules', scope, name));
      // Where a package needs another version than the rest.
      await link(folder, join(packageFolder, name, 'node_modules')).catch(ignoreMissing);
    }
  }
}

async function link(folder: string, path: string): Promise<void> {
  await symlink(join(root, path), join(folder, path));
}

function ignoreMissing(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
}
