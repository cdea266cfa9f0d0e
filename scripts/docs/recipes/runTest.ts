import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, capture } from '../../run.ts';
import type { Copy } from './copy.ts';

/** Resolves the packages' names to the copy, also in the testkit, which is not copied. */
const config = (folder: string, path: string) => `const folder = ${JSON.stringify(folder)};
const fromCopy = {
  name: 'from-copy',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    if (!id.startsWith('@latchkey/')) return null;
    return this.resolve(id, folder + '/packages/from.ts', { ...options, skipSelf: true });
  },
};
export default {
  root: folder,
  plugins: [fromCopy],
  ssr: { resolve: { conditions: ['@latchkey/source', 'node', 'development|production'] } },
  test: { include: [${JSON.stringify(path)}], testTimeout: 120_000, hookTimeout: 120_000 },
};
`;

/**
 * Runs a test of a copy, against the service, the frame and the client of the copy.
 *
 * @param path path of the test, from the root
 * @returns null if it passes, otherwise Vitest's output
 */
export async function runTest({ folder }: Copy, path: string): Promise<string | null> {
  const file = join(folder, 'vitest.config.mjs');
  await writeFile(file, config(folder, path));
  const options = { cwd: folder, env: { NO_COLOR: '1' } };
  const { code, output } = await capture(bin('vitest'), ['run', '--config', file], options);
  return code === 0 && /Tests +\d+ passed/.test(output) ? null : output;
}
