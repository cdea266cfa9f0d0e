import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../scripts/build/contentHash.ts';
import { capture } from '../scripts/run.ts';

/** A copy of the working tree, in which files may be broken. */
export interface TreeCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Scope under which the workspaces' packages are linked. */
const scope = '@latchkey';

/** Copies the files that git tracks or would add into a temporary folder, and links the installed packages. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-mutation-'));
  const { output } = await capture('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const file of output.split('\0').filter(Boolean)) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    // A deleted file is still listed until the deletion is committed.
    await copyFile(join(root, file), join(folder, file)).catch(ignoreMissing);
  }
  await linkPackages(folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Links every installed package except our own. Ours must lead to the copy, otherwise the tests would load the intact
 * code instead of the broken one.
 */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules', scope), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== scope) await link(folder, join('node_modules', name));
  }
  for (const packageFolder of ['packages', 'apps']) {
    for (const name of await readdir(join(folder, packageFolder))) {
      await symlink(join(folder, packageFolder, name), join(folder, 'node_modules', scope, name));
      // Only packages that need another version of a dependency than the others have this folder.
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
