import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

/**
 * Installs better-auth into `bench/server/peer/node_modules`, once per lockfile. Scripts of packages do not run.
 *
 * @throws Error when npm fails; its output stands above
 */
export function installPeer(): void {
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  const stamp = join(folder, 'node_modules', `.lock-${createHash('sha256').update(lockfile).digest('hex')}`);
  if (existsSync(stamp)) return;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: folder, stdio: 'inherit' });
  writeFileSync(stamp, '');
}
