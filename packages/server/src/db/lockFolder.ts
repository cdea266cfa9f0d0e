import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';

interface Locks {
  /** Locks bytes of an open file, for its descriptor only. Returns false if another descriptor holds a lock on them. */
  tryLock(file: number, offset: number, length: number): boolean;
}

/**
 * Offset of the locked byte, beyond the contents of the file. On Windows a lock also prevents reads, and a refused
 * process must be able to read who holds the lock.
 */
const lockedByte = 2 ** 30;

/**
 * Locks a folder for one holder, with an operating-system lock on a file in it. The system releases the lock when the
 * process ends, however it ends.
 *
 * @param folder an existing folder
 * @returns the function that releases the lock
 * @throws StartError if another holder has the lock
 */
export async function lockFolder(folder: string): Promise<() => void> {
  // Loaded only when a folder is locked, because production has no such folder and must not need a native binary for
  // its platform.
  // @ts-expect-error: the package brings no types
  const { tryLock }: Locks = await import('fs-native-extensions');
  const path = join(folder, 'lock');
  const file = openSync(path, 'a+', 0o600);
  if (!tryLock(file, lockedByte, 1)) {
    closeSync(file);
    throw inUse(folder, readFileSync(path, 'utf8'));
  }
  // The text names the holder to a process that is refused. The file is never removed: otherwise two processes could
  // each lock a different file of this name.
  ftruncateSync(file);
  writeSync(file, JSON.stringify({ pid: process.pid }));
  return () => {
    ftruncateSync(file);
    closeSync(file);
  };
}

function inUse(folder: string, holder: string): Error {
  const pid = /"pid":(\d+)/.exec(holder)?.[1];
  return startError(
    `The data folder is in use: ${folder}${pid ? ` (by process ${pid})` : ''}. ` +
      'Stop the other Latchkey, or give this one a folder of its own with LATCHKEY_DATA_DIR.',
  );
}
