import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';

interface Locks {
  /** Locks bytes of an open file, for its descriptor alone; false when another user has them. */
  tryLock(file: number, offset: number, length: number): boolean;
}

/** Beyond whatever is written: where locks are binding (Windows), others must be able to read who holds the folder. */
const lockedByte = 2 ** 30;

/**
 * Takes a folder for one holder by a lock of the operating system on a file in it. The system gives it back when the
 * process ends, however it ends, so that no file of a process that was killed has to be judged.
 *
 * @param folder an existing folder
 * @returns the function that gives it back
 * @throws StartError when someone has it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  // Loaded here: production has no such folder, and must not need a program for its kind of machine.
  // @ts-expect-error: the package brings no types
  const { tryLock }: Locks = await import('fs-native-extensions');
  const path = join(folder, 'lock');
  const file = openSync(path, 'a+', 0o600);
  if (!tryLock(file, lockedByte, 1)) {
    closeSync(file);
    throw inUse(folder, readFileSync(path, 'utf8'));
  }
  // For anyone who is refused. The file stays: one that was removed could be locked by two, each under its own.
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
