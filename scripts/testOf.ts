import { root } from './build/contentHash.ts';
import { capabilities, capabilitiesOf } from './test/capabilities.ts';
import { readSources } from './test/importGraph.ts';
import { bringForTests } from './test/machine.ts';
import { runVitest } from './test/runVitest.ts';

// `npm run test:of -- funding`: runs the unit and service tests of a capability and its stories in the browser; with
// `--all`, all of its browser tests.

const [name, ...options] = process.argv.slice(2);
if (name === undefined || !(name in capabilities)) {
  console.error(`Name a capability: npm run test:of -- <name>\n${Object.keys(capabilities).join(', ')}`);
  process.exit(1);
}
const files = [...readSources(root).keys()].filter(
  (path) => /\.test\.tsx?$/.test(path) && capabilitiesOf(path).includes(name),
);
await bringForTests();
const env = options.includes('--all') ? {} : { LATCHKEY_TIER: 'test' };
process.exit(await runVitest({ args: files, env }));
