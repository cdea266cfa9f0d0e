import { join } from 'node:path';
import { publishedPackages } from '../build/publishedPackages.ts';
import { capture, run } from '../run.ts';
import { releaseFolder } from './packRelease.ts';

/**
 * Publishes the packed packages to npm's registry, or to the one that npm's configuration names. Packages that are
 * there already are left out, so an interrupted run can be repeated.
 *
 * @param version of the packages; a prerelease gets the tag `next` instead of `latest`
 */
export async function publishRelease(version: string): Promise<void> {
  const tag = version.includes('-') ? 'next' : 'latest';
  for (const name of publishedPackages) {
    if (await isPublished(name, version)) {
      console.log(`@latchkey/${name}@${version} is published already`);
      continue;
    }
    const tarball = join(releaseFolder, `latchkey-${name}-${version}.tgz`);
    await run('npm', ['publish', tarball, '--access', 'public', '--tag', tag]);
    console.log(`@latchkey/${name}@${version}`);
  }
}

async function isPublished(name: string, version: string): Promise<boolean> {
  const { code, output } = await capture('npm', [
    'view',
    `@latchkey/${name}@${version}`,
    'version',
    '--json',
  ]);
  if (code === 0) return output.includes(version);
  if (output.includes('E404')) return false;
  throw new Error(output);
}
