import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names the state of a checked-out folder: the commit, and after a `+` a digest of the differences, if there are any.
 * Files that Git ignores do not count. Returns `none` without a repository or a commit.
 */
export function readCheckout(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 30 });
  let commit: string;
  try {
    commit = git('rev-parse', 'HEAD').toString().trim();
  } catch {
    return 'none';
  }
  const changed = git('diff', 'HEAD', '--binary', '--no-ext-diff', '--no-color', '--', '.');
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
    .toString()
    .split('\0')
    .filter(Boolean);
  if (changed.length === 0 && added.length === 0) return commit;
  const hash = createHash('sha256').update(changed);
  for (const path of added) {
    const content = readFileSync(join(folder, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return `${commit}+${hash.digest('hex').slice(0, 16)}`;
}
