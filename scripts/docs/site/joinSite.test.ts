import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/testkit';
import { expect, it } from 'vitest';
import { joinSite } from './joinSite.ts';

const version = '0.3.0';

/** Writes builds of the site, each with a file that names it. Returns the folder. */
async function writeBuilds(...places: readonly string[]): Promise<string> {
  const folder = temporaryFolder('builds');
  for (const place of places) {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, 'index.html'), place);
  }
  return folder;
}

it('joinSite puts the newest release at the root, this checkout in next/, and the last patch of each older minor version in that version’s folder', async () => {
  const releases = await writeBuilds(
    ...['v0.1.9/latest', 'v0.1.9/v0.1', 'v0.1.10/latest', 'v0.1.10/v0.1'],
    ...['v0.2.0/latest', 'v0.2.0/v0.2', 'v0.3.0-rc.1/latest', 'v0.3.0-rc.1/v0.3'],
  );
  const built = await writeBuilds('latest', 'next');
  const target = join(temporaryFolder('joined'), 'site');
  await joinSite({ releases, built, version }, target);

  expect(JSON.parse(await readFile(join(target, 'versions.json'), 'utf8'))).toEqual([
    { place: 'latest', label: '0.2.0' },
    { place: 'next', label: 'next' },
    { place: 'v0.1', label: '0.1.10' },
  ]);
  expect((await readdir(target)).sort()).toEqual(['index.html', 'next', 'v0.1', 'versions.json']);
  const read = (path: string) => readFile(join(target, path, 'index.html'), 'utf8');
  expect(await Promise.all(['', 'next', 'v0.1'].map(read))).toEqual([
    'v0.2.0/latest',
    'next',
    'v0.1.10/v0.1',
  ]);
});

it('joinSite puts this checkout at the root if there is no release yet', async () => {
  const built = await writeBuilds('latest', 'next');
  const target = join(temporaryFolder('joined'), 'site');
  const versions = await joinSite({ releases: join(built, 'none'), built, version }, target);
  expect(versions).toEqual([{ place: 'latest', label: '0.3.0' }]);
  expect((await readdir(target)).sort()).toEqual(['index.html', 'versions.json']);
});

it('joinSite throws an error that names a missing build, and leaves the earlier site', async () => {
  const releases = await writeBuilds('v0.2.0/latest');
  const target = await writeBuilds('earlier');
  await expect(joinSite({ releases, built: join(target, 'none'), version }, target)).rejects.toThrow(
    /none\/next\. `npm run docs:build/,
  );
  expect(await readdir(target)).toEqual(['earlier']);
});
