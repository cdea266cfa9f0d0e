import { delimiter, join } from 'node:path';
import { installOnce } from '../../conformance/install.ts';

const folder = join(import.meta.dirname, 'nodes');

/** A later version of Node.js than the minimum in `engines`. */
export interface LaterNode {
  readonly major: string;
  /** `PATH` with which `node` is this version. */
  readonly path: string;
}

/**
 * Installs the later supported versions of Node.js from the package registry.
 *
 * @returns an empty list on machines other than Linux on x64
 */
export async function bringLaterNodes(): Promise<LaterNode[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  await installOnce(folder);
  return ['22', '24'].map((major) => ({
    major,
    path: [join(folder, `node_modules/node-${major}/bin`), process.env.PATH].join(delimiter),
  }));
}
