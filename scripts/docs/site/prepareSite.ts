import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsUrl } from '@latchkey/wire';
import type { SiteFacts } from '../../../apps/docs/src/config.ts';
import { openApiDocument } from '../../../packages/server/src/http/operations/openApiDocument.ts';
import { root } from '../../build/contentHash.ts';
import { buildPlayground } from './buildPlayground.ts';
import { printLlms } from './printLlms.ts';
import { printSdk } from './printSdk.ts';
import { pagesFolder, siteFolder, writePages } from './writePages.ts';

/**
 * Writes everything that VitePress reads into `apps/docs/.cache`: pages, images, the gallery, the reference of the packages, lists, and facts for its
 * configuration.
 *
 * @param base path at which the site is served, with a slash at both ends
 */
export async function prepareSite(base: string): Promise<void> {
  const { version, repository } = await readManifest();
  await rm(pagesFolder, { recursive: true, force: true });
  await mkdir(pagesFolder, { recursive: true });
  await cp(join(siteFolder, 'public'), join(pagesFolder, 'public'), { recursive: true });
  // The start page shows a picture that its Markdown does not name.
  await cp(join(root, 'docs/images'), join(pagesFolder, 'public/images'), { recursive: true });
  const facts: SiteFacts = { version, url: docsUrl, repository, sdk: await printSdk() };
  await writeFile(join(siteFolder, '.cache/facts.json'), JSON.stringify(facts));
  await buildPlayground(base);
  await writeFile(
    join(pagesFolder, 'public/openapi.json'),
    JSON.stringify(openApiDocument('http://localhost:4000')),
  );
  await printLlms(docsUrl, await writePages(repository));
}

/** Returns the release, and the address of the repository. */
export async function readManifest(): Promise<{ version: string; repository: string }> {
  const { version, repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
    repository: { url: string };
  };
  return { version, repository: repository.url.replace(/^git\+/, '').replace(/\.git$/, '') };
}
