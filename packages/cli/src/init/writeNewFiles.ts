import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandError } from '../command/index.ts';
import type { NewFile } from './files.ts';

/**
 * Writes files that do not exist yet. If one cannot be written, removes those that were created.
 *
 * @throws CommandError if one exists or cannot be written; then no new file is left
 */
export async function writeNewFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  refuseExisting(
    folder,
    files.map(({ name }) => name),
  );
  const created: string[] = [];
  try {
    for (const { isSecret, name, text } of files) {
      const path = join(folder, name);
      // Fails if another process has created the file since.
      const file = await open(path, 'wx', isSecret ? 0o600 : 0o644);
      created.push(path);
      await file.writeFile(text).finally(() => file.close());
    }
  } catch (cause) {
    await Promise.all(created.map((path) => rm(path, { force: true })));
    throw commandError(`The files cannot be written into ${folder}. None is left there.`, 'failed', cause);
  }
}

/** @throws CommandError that names the files that exist */
export function refuseExisting(folder: string, names: readonly string[]): void {
  const existing = names.filter((name) => existsSync(join(folder, name)));
  if (existing.length === 0) return;
  throw commandError(
    `${existing.join(' and ')} exist${existing.length === 1 ? 's' : ''} already, and nothing is overwritten. Move ${existing.length === 1 ? 'it' : 'them'} away, or use another folder.`,
    'usage',
  );
}
