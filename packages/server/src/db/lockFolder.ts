import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';

/** A process, told apart from a later one that got the same number by the time when it started. */
interface Holder {
  pid: number;
  startedAt: string;
}

/** When a process started, in whatever form the system gives; null for one that is not there. */
function startOf(pid: number): string | null {
  try {
    // Field 22 of /proc/<pid>/stat (proc(5)): start in clock ticks since boot. The name in field 2 may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    } catch {
      return null;
    }
  }
}

function read(path: string): { text: string; holder: Holder | null } | null {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, holder: toHolder(text) };
  } catch {
    return null;
  }
}

function toHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, startedAt: String(value.startedAt) } : null;
  } catch {
    return null;
  }
}

/**
 * Takes a folder for this process by a lock file; one whose process is gone (kill, crash, reboot) is taken over.
 *
 * @param folder an existing folder
 * @returns the function that gives it back
 * @throws StartError when a living process has it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) ?? '' });
  const draft = join(folder, `lock.${process.pid}.${Math.trunc(performance.now() * 1000)}`);
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let round = 0; round < 5; round += 1) {
      // `link` makes the file with its content at once, and fails when there is one.
      if (isLinked(draft, path)) return () => rmSync(path, { force: true });
      const found = read(path);
      if (!found) continue;
      const { holder } = found;
      if (holder && startOf(holder.pid) === holder.startedAt) throw inUse(folder, holder.pid);
      removeStale(path, found.text);
    }
    throw inUse(folder, null);
  } finally {
    unlinkSync(draft);
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the stale lock, unless another process took over in between: then its lock is put back. */
function removeStale(path: string, staleText: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // another process was faster
  }
  if (read(aside)?.text !== staleText) isLinked(aside, path);
  rmSync(aside, { force: true });
}

function inUse(folder: string, pid: number | null): Error {
  return startError(
    `The data folder is in use: ${folder}${pid ? ` (by process ${pid})` : ''}. ` +
      'Stop the other Latchkey, or give this one a folder of its own with LATCHKEY_DATA_DIR.',
  );
}
