import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './build/contentHash.ts';
import { findProblems } from './messages/findProblems.ts';
import { printSurfaces } from './messages/printSurfaces.ts';
import { readCatalogues } from './messages/readCatalogues.ts';
import { surfaces } from './messages/surfaces.ts';

/**
 * `npm run messages`: checks the catalogues and prints the modules of every surface. `--in <folder>` does so in
 * another tree.
 */
const [flag, folder] = process.argv.slice(2);
const tree = flag === '--in' && folder ? folder : root;
const catalogues = readCatalogues(join(tree, 'messages'));
const problems = findProblems(catalogues);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
const printed = printSurfaces(catalogues);
for (const { folder: printedFolder } of Object.values(surfaces)) {
  mkdirSync(join(tree, printedFolder), { recursive: true });
  // Removes modules of a language or part that no longer exists.
  for (const file of readdirSync(join(tree, printedFolder), { recursive: true, encoding: 'utf8' })) {
    const path = `${printedFolder}/${file}`;
    if (file.endsWith('.ts') && !printed.has(path)) rmSync(join(tree, path));
  }
}
for (const [path, text] of printed) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  if (readIfThere(path) !== text) writeFileSync(join(tree, path), text);
}
console.log(`${catalogues.map(({ language }) => language).join(', ')}: ${printed.size} modules`);

function readIfThere(path: string): string | null {
  try {
    return readFileSync(join(tree, path), 'utf8');
  } catch {
    return null;
  }
}
