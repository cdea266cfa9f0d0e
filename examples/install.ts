import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installOnce } from '../conformance/install.ts';

const folder = import.meta.dirname;
const sdk = join(folder, 'node_modules/@latchkey/node');

/**
 * Vitest's global set-up of the project `examples`: the frameworks in an install of their own (Next.js alone weighs
 * 300 MB), and beside them `@latchkey/node` as one file of its sources, as a host would find it.
 *
 * @throws Error when the SDK needs anything of Node.js: `neutral` has no module of it
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
