import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../../startError.ts';
import { nodeRandom } from '../random.ts';

/**
 * Reads the key-encryption key that development keeps in a file, and creates it at the first start.
 *
 * @param dataDir folder that contains the file
 * @param store store whose data keys the key wraps
 * @throws StartError if the file does not contain a key
 */
export function fileKek(dataDir: string, store: 'parts' | 'recovery'): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, `${store}.kek`);
  if (!existsSync(path)) create(path);
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (bytes.length !== 32) {
    throw startError(
      `${path} does not hold a key of 32 bytes. Put the old file back: without it, what the database holds cannot be opened.`,
    );
  }
  return new Uint8Array(bytes);
}

function create(path: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(nodeRandom.bytes(32)).toString('base64'), { mode: 0o600 });
  try {
    // A link fails if the file exists, so two processes that start at once both read the key of the first.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
