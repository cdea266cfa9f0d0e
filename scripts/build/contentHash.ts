import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const ignored = new Set(['node_modules', 'dist', '.cache', '.next']);

/**
 * Hashes files and folders (relative to the root) together with settings. Tests are left out, because they are not
 * built. A path that does not exist counts as empty.
 */
export async function hashOf(paths: readonly string[], settings: object = {}): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  const files = (await Promise.all(paths.map((path) => filesUnder(path)))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? '';
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

export async function readStamp(name: string): Promise<string | null> {
  return readFile(stampFile(name), 'utf8').catch(() => null);
}

export async function writeStamp(name: string, hash: string): Promise<void> {
  await mkdir(dirname(stampFile(name)), { recursive: true });
  await writeFile(stampFile(name), hash);
}

function stampFile(name: string): string {
  return join(root, '.cache/build', name);
}

async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const inside = entries
    .filter((entry) => !ignored.has(entry.name) && !/\.(test|testkit)\.tsx?$/.test(entry.name))
    .map((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
  return (await Promise.all(inside)).flat();
}
