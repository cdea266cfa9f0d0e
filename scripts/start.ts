import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';

const freePorts = '--free-ports';
const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== freePorts);
if (unknown !== undefined) {
  console.error(`There is no option ${unknown}. \`npm start -- ${freePorts}\` takes free ports.`);
  process.exit(1);
}

try {
  const built = await buildAll({ only: ['programs'] });
  if (built.length > 0) console.log(`built ${built.join(', ')}`);
  // Imports the built file, because its sources import packages that must be built first.
  const { startAll }: typeof import('../packages/cli/src/start/index.ts') = await import(
    pathToFileURL(join(root, 'packages/cli/dist/start.js')).href
  );
  process.exit(
    await startAll({
      freePorts: args.includes(freePorts),
      env: process.env,
      cwd: root,
      advice: { start: 'npm start', freePorts: `npm start -- ${freePorts}` },
      fetch,
      tell: console.log,
      note: console.error,
    }),
  );
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
