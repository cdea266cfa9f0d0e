import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';
import { publishedPackages } from '../build/publishedPackages.ts';

/**
 * Returns the version of the published packages.
 *
 * @throws Error if they differ
 */
export async function readVersion(): Promise<string> {
  const manifests = publishedPackages.map((name) =>
    readFile(join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  const versions = (await Promise.all(manifests)).map(
    (text) => (JSON.parse(text) as { version: string }).version,
  );
  const [version, ...others] = new Set(versions);
  if (version === undefined || others.length > 0)
    throw new Error(`The packages have different versions: ${versions.join(', ')}.`);
  return version;
}

/**
 * Checks that a tag or version is that of the packages.
 *
 * @param named such as `0.1.0` or `v0.1.0`
 * @returns the version
 */
export async function assertVersion(named: string): Promise<string> {
  const version = await readVersion();
  if (named.replace(/^v/, '') !== version)
    throw new Error(`The packages have the version ${version}, not ${named}.`);
  return version;
}
