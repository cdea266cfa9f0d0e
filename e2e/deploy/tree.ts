import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns one line for each file, folder and link below a folder, in order: mode, owner, time, content, path. */
export async function listTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  const lines: string[] = [];
  for (const path of paths) {
    const full = join(folder, path);
    const found = await lstat(full);
    const { gid, mode, mtimeMs, uid } = found;
    const content = found.isSymbolicLink()
      ? await readlink(full)
      : found.isFile()
        ? createHash('sha256')
            .update(await readFile(full))
            .digest('hex')
        : '';
    lines.push([mode.toString(8), `${uid}:${gid}`, mtimeMs, content, path].join(' '));
  }
  return lines;
}

/** Returns `name@version` of every package in the `node_modules` of a folder, each once, in order. */
export async function listPackages(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const manifests = entries
    .filter((entry) => entry.isFile() && entry.name === 'package.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path));
  const found = new Set<string>();
  for (const path of manifests) {
    const { name, version } = JSON.parse(await readFile(path, 'utf8')) as { name?: string; version?: string };
    if (name && version) found.add(`${name}@${version}`);
  }
  return [...found].sort();
}
