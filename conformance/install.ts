import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Installs the packages of a folder's own lockfile into its `node_modules`, once for each lockfile.
 *
 * A separate install, because the packages' dependencies (another React, an older viem, and hundreds more) must not
 * reach the workspaces. Package scripts do not run: none is needed here, and none was reviewed.
 *
 * @throws Error if npm fails. npm itself prints why.
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

/** Installs the published clients in `conformance/`. */
export const installPublishedClients = () => installOnce(import.meta.dirname);

if (process.argv[1] === import.meta.filename) await installPublishedClients();
