import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';

interface Semver {
  minVersion(range: string): { version: string } | null;
  satisfies(version: string, range: string): boolean;
}

/** Folders of the installs that our commands run. */
const installs = ['.', 'bench/server/peer', 'conformance', 'examples', 'mutation', 'scripts/test/nodes'];

interface Lockfile {
  packages: Record<string, { version?: string; engines?: { node?: string } }>;
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;

it.each(installs)(
  'no package in the install of %s requires a newer Node.js than the oldest supported',
  async (folder) => {
    // @ts-expect-error: the package brings no types
    const { default: semver }: { default: Semver } = await import('semver');
    const { engines } = read('package.json') as { engines: { node: string } };
    const oldest = semver.minVersion(engines.node)?.version ?? '';
    const { packages } = read(join(folder, 'package-lock.json')) as Lockfile;
    expect(Object.keys(packages).length).toBeGreaterThan(1);
    const tooNew = Object.entries(packages)
      .filter(
        ([, { engines: wanted }]) => wanted?.node !== undefined && !semver.satisfies(oldest, wanted.node),
      )
      .map(([path, { version, engines: wanted }]) => `${path} ${version} wants Node.js ${wanted?.node}`);
    expect(tooNew).toEqual([]);
  },
);
