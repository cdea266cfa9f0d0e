import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './contentHash.ts';

/**
 * Removes compiled files whose source was deleted or became a test: `tsc` leaves them, and they would be published.
 *
 * @param sources folder of the sources, relative to the root
 * @param outputs folder of the files from `tsc`, relative to the root
 * @param options.endings endings of the files from `tsc`: only types if a bundler writes the scripts
 */
export async function removeOrphans(
  sources: string,
  outputs: string,
  { endings = /\.(js|d\.ts)$/ } = {},
): Promise<void> {
  const entries = await readdir(join(root, outputs), { recursive: true });
  const compiled = entries.filter((path) => endings.test(path));
  const orphans = compiled.filter((path) => {
    const stem = path.replace(/\.(js|d\.ts)$/, '');
    const isTest = /\.(test|testkit)$/.test(stem);
    return isTest || !['.ts', '.tsx'].some((ending) => existsSync(join(root, sources, stem + ending)));
  });
  await Promise.all(orphans.map((path) => rm(join(root, outputs, path))));
}
