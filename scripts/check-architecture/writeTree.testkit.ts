import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../build/contentHash.ts';
import { treeOf } from './tree.ts';

/**
 * Writes source files into a folder that is removed after the test. Adds an empty file for each relative import
 * without one, and this repository's `node_modules`.
 *
 * @returns the folder
 */
export function writeTree(texts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const targets = treeOf(texts).files.flatMap(({ imports }) => imports.flatMap(({ target }) => target ?? []));
  const all = { ...Object.fromEntries(targets.map((target) => [target, 'export {};\n'])), ...texts };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
