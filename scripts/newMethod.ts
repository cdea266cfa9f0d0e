import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from './build/contentHash.ts';
import { methodFiles, outsideLines, textLines } from './new-method/methodFiles.ts';
import { isMethodName } from './new-method/words.ts';

/**
 * `npm run new:method line`: lays out the modules of a login method in every package, and says which lines its lists get
 * (docs/recipes/method.md). `--in <folder>` writes into another tree of the sources.
 */
const [name = '', flag, folder] = process.argv.slice(2);
const tree = flag === '--in' && folder ? folder : root;
if (!isMethodName(name)) {
  console.error('Name the method in small letters, words joined by hyphens: npm run new:method line');
  process.exit(1);
}
const files = methodFiles(name);
const existing = Object.keys(files).find((path) => existsSync(join(tree, path)));
if (existing !== undefined) {
  console.error(`${existing} exists already, so nothing was written.`);
  process.exit(1);
}
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), text);
  console.log(`wrote ${path}`);
}
console.log('\nNow put these lines into the lists, each where the alphabet has it:');
for (const { path, line } of outsideLines(name)) console.log(`  ${path}\n    ${line}`);
console.log('\nAnd the texts in the catalogue of every language, before `npm run messages`:');
for (const { path, line } of textLines(name)) console.log(`  ${path}\n    ${line}`);
