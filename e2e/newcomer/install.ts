import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages } from '../../scripts/build/publishedPackages.ts';
import { packAll } from '../../scripts/pack.ts';
import { type } from './shell.ts';

/** Packages of a machine that runs the command line. */
export const programPackages = ['cli', 'frame', 'server', 'wire'] as const;

/**
 * Installs packages into a new folder, as a newcomer does.
 *
 * @param names ours by the names of their folders, and others as npm knows them
 * @returns the folder
 */
export type Install = (name: string, names: readonly string[], ...options: string[]) => Promise<string>;

/** Packs our packages into a folder, below which the returned function installs them. */
export async function packForInstalls(folder: string): Promise<Install> {
  const tarballs = await packAll(join(folder, 'packed'));
  const isOurs = (name: string) => publishedPackages.some((one) => one === name);
  const sourceOf = (name: string) => {
    if (!isOurs(name)) return name;
    const tarball = tarballs.find((file) => file.includes(`latchkey-${name}-`));
    if (tarball === undefined) throw new Error(`${name} was not packed`);
    return tarball;
  };
  return async (name, names, ...options) => {
    const into = join(folder, name);
    await mkdir(into);
    await type('npm init --yes', into);
    await type(['npm install', ...options, ...names.map(sourceOf)].join(' '), into);
    return into;
  };
}
