import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Installs what a folder's own lockfile names into its `node_modules`, once per lockfile.
 *
 * An install of its own, because their dependencies (other React, older viem, hundreds of packages) must not reach
 * the workspaces. Scripts of packages do not run: nothing here needs one, and none of them was reviewed.
 *
 * @throws Error when npm fails; its output stands above.
 */
export async function installOnce(folder: string): Promise<void> {
  const lockfile = await readFile(join(folder, 'package-lock.json'));
  const stamp = join(folder, 'node_modules', `.lock-${createHash('sha256').update(lockfile).digest('hex')}`);
  if (existsSync(stamp)) return;
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  await runNpmCi(folder);
  await writeFile(stamp, '');
}

function runNpmCi(folder: string): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return new Promise((resolve, reject) => {
    const child = spawn(npm, ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${folder}: npm ci ended with ${code}. Is the package registry reachable?`));
    });
  });
}

/** The same for the published clients, in `conformance/`. */
export const installPublishedClients = () => installOnce(import.meta.dirname);

if (process.argv[1] === import.meta.filename) await installPublishedClients();
