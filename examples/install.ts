import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installOnce } from '../conformance/install.ts';

const folder = import.meta.dirname;
const sdk = join(folder, 'node_modules/@latchkey/node');

/**
 * Vitest's global set-up of the project `examples`: installs the frameworks in this folder, and bundles
 * `@latchkey/node` from its sources into one file, where an example finds it.
 *
 * @throws Error if the SDK needs a Node.js module, because esbuild's platform `neutral` has none
 */
export async function setup(): Promise<void> {
  await installOnce(folder);
  await build({
    entryPoints: [join(folder, '../packages/node/src/index.ts')],
    outfile: join(sdk, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@latchkey/source'],
  });
  await writeFile(
    join(sdk, 'package.json'),
    '{ "name": "@latchkey/node", "type": "module", "main": "index.js" }\n',
  );
}
