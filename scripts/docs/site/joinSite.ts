import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  pathOfPlace,
  type SitePlace,
  type SiteVersion,
  versionsFile,
} from '../../../apps/docs/src/places.ts';
import { placeOfRelease } from './placeOfRelease.ts';

/** A version, and the folder with its build. */
interface BuiltVersion extends SiteVersion {
  readonly folder: string;
}

/**
 * Puts the versions of the site into one folder, as they are published: the newest release at the root, the last patch
 * of each older minor version in that version's folder, and this checkout in `next/`. Before the first release, this
 * checkout is at the root. Prereleases are left out.
 *
 * @param releases contains a folder for each release, named by its tag, with the builds of the release
 * @param built folder with the builds of this checkout
 * @param version of this checkout
 * @param target folder that is written anew
 * @throws Error that names the missing builds, before anything is written
 */
export async function joinSite(
  {
    releases,
    built,
    version,
  }: { readonly releases: string; readonly built: string; readonly version: string },
  target: string,
): Promise<readonly SiteVersion[]> {
  const names = await readdir(releases).catch(() => []);
  const tags = names.filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
  const newestFirst = tags.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const [newest, ...older] = newestFirst.map((tag) => tag.slice(1));
  const next: BuiltVersion = { place: 'next', label: 'next', folder: join(built, 'next') };
  const versions: BuiltVersion[] = newest
    ? [{ place: 'latest', label: newest, folder: join(releases, `v${newest}`, 'latest') }, next]
    : [{ place: 'latest', label: version, folder: join(built, 'latest') }];
  const known = new Set<SitePlace>(newest ? [placeOfRelease(newest)] : []);
  for (const release of older) {
    const place = placeOfRelease(release);
    // The newest releases come first, so the first of each minor version is its last patch.
    if (known.has(place)) continue;
    known.add(place);
    versions.push({ place, label: release, folder: join(releases, `v${release}`, place) });
  }
  const missing = versions.filter(({ folder }) => !existsSync(folder));
  if (missing.length > 0)
    throw new Error(
      `There is no site in ${missing.map(({ folder }) => folder).join(', ')}. \`npm run docs:build -- latest next\` builds those of this checkout.`,
    );
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const { place, folder } of versions)
    await cp(folder, join(target, pathOfPlace(place)), { recursive: true });
  const list = versions.map(({ place, label }) => ({ place, label }));
  await writeFile(join(target, versionsFile), JSON.stringify(list));
  return list;
}
