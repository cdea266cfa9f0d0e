import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printDump } from '../packages/server/src/upgrade/dump.testkit.ts';
import { makeDump } from '../packages/server/src/upgrade/makeDump.testkit.ts';
import { root } from './build/contentHash.ts';

// `npm run dump:upgrade -- <version>`: stores a dump of the database that this version of the service leaves, for the
// upgrade test.

const [version = ''] = process.argv.slice(2);
if (!/^[\w.-]+$/.test(version)) {
  console.error('Name the version: npm run dump:upgrade -- 0.2.0');
  process.exit(1);
}
const file = join(root, 'packages/server/src/upgrade/dumps', `${version}.json`);
const text = printDump(await makeDump({ database: 'embedded' }));
await writeFile(file, text);
console.log(`wrote ${relative(root, file)}, ${Math.ceil(text.length / 1000)} kB`);
// The embedded database stays open and would keep the process running.
process.exit();
