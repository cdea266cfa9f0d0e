import { delimiter, join } from 'node:path';
import { installOnce } from '../../conformance/install.ts';

const folder = join(import.meta.dirname, 'nodes');

/** A version of Node.js later than the one that the engines name as the least. */
export interface LaterNode {
  readonly major: string;
  /** `PATH` under which it is `node`. */
  readonly path: string;
}

/**
 * Brings the later versions of Node.js on which everything has to work as well, from the package registry.
 *
 * @returns none where the registry has no such program for this machine
 */
export async function bringLaterNodes(): Promise<LaterNode[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  await installOnce(folder);
  return ['22', '24'].map((major) => ({
    major,
    path: [join(folder, `node_modules/node-${major}/bin`), process.env.PATH].join(delimiter),
  }));
}
