import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from './build/contentHash.ts';
import { guestListImports, guestListLines, isMethodName, roomFiles } from './room/roomFiles.ts';

/** `npm run room line`: lays out the empty rooms of a login method in its three houses (docs/recipes/method.md). */
const [name = ''] = process.argv.slice(2);
if (!isMethodName(name)) {
  console.error('Name the method in small letters, words joined by hyphens: npm run room line');
  process.exit(1);
}
const files = roomFiles(name);
const existing = Object.keys(files).find((path) => existsSync(join(root, path)));
if (existing !== undefined) {
  console.error(`${existing} exists already, so nothing was written.`);
  process.exit(1);
}
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
  console.log(`wrote ${path}`);
}
console.log(`\nNow write packages/wire/src/methods/${name}.ts, and put one line into each guest list:`);
const imports = guestListImports(name);
for (const [path, line] of Object.entries(guestListLines(name))) {
  console.log([`  ${path}`, imports[path], line].filter(Boolean).join('\n    '));
}
