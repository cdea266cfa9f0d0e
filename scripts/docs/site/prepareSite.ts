import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsUrl } from '@latchkey/wire';
import type { SiteFacts } from '../../../apps/docs/src/config.ts';
import { pathOfPlace, type SitePlace } from '../../../apps/docs/src/places.ts';
import { openApiDocument } from '../../../packages/server/src/http/operations/openApiDocument.ts';
import { root } from '../../build/contentHash.ts';
import { buildPlayground } from './buildPlayground.ts';
import { printLlms } from './printLlms.ts';
import { printSdk } from './printSdk.ts';
import { pagesFolder, siteFolder, writePages } from './writePages.ts';

/** Sets the place for which the site is built. */
export type SetPlace = (place: SitePlace) => Promise<void>;

/**
 * Writes everything that VitePress reads into `apps/docs/.cache`: pages, images, the gallery, the reference of the
 * packages, and, for each place, lists and facts for its configuration.
 *
 * @returns a function to call before the site is built or served for a place
 */
export async function prepareSite(): Promise<SetPlace> {
  const { version, repository } = await readManifest();
  await rm(pagesFolder, { recursive: true, force: true });
  await mkdir(pagesFolder, { recursive: true });
  await cp(join(siteFolder, 'public'), join(pagesFolder, 'public'), { recursive: true });
  // The start page shows a picture that its Markdown does not name.
  await cp(join(root, 'docs/images'), join(pagesFolder, 'public/images'), { recursive: true });
  const sdk = await printSdk();
  await buildPlayground();
  await writeFile(
    join(pagesFolder, 'public/openapi.json'),
    JSON.stringify(openApiDocument('http://localhost:4000')),
  );
  const written = await writePages(repository);
  return async (place) => {
    const facts: SiteFacts = { version, place, url: docsUrl, repository, sdk };
    await writeFile(join(siteFolder, '.cache/facts.json'), JSON.stringify(facts));
    await printLlms(`${docsUrl}/${pathOfPlace(place)}`.replace(/\/$/, ''), written);
  };
}

/** Returns the version in the `package.json` of the root, and the address of the repository. */
export async function readManifest(): Promise<{ version: string; repository: string }> {
  const { version, repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
    repository: { url: string };
  };
  return { version, repository: repository.url.replace(/^git\+/, '').replace(/\.git$/, '') };
}
