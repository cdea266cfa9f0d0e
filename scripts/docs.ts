import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { docsUrl } from '@latchkey/wire';
import { createServer } from 'vitepress';
import { pathOfPlace, type SitePlace } from '../apps/docs/src/places.ts';
import { root } from './build/contentHash.ts';
import { joinSite } from './docs/site/joinSite.ts';
import { placeOfRelease } from './docs/site/placeOfRelease.ts';
import { prepareSite, readManifest } from './docs/site/prepareSite.ts';
import { siteFolder, writePages } from './docs/site/writePages.ts';
import { bin, runShown } from './run.ts';

// `npm run docs` serves the documentation site, `npm run docs:build` builds it for places where it is published, and
// `npm run docs:join` puts the built versions together.

const {
  positionals: [command, ...names],
  values,
} = parseArgs({ allowPositionals: true, options: { port: { type: 'string', default: '3200' } } });

const built = join(siteFolder, 'dist');

/**
 * Builds the site once for each place, into a folder of `apps/docs/dist`.
 *
 * @param names the places: `latest`, `next`, or `version` for this version's place after a newer release
 */
async function buildSite(names: readonly string[]): Promise<void> {
  const { version } = await readManifest();
  const places: Readonly<Record<string, SitePlace>> = {
    latest: 'latest',
    next: 'next',
    version: placeOfRelease(version),
  };
  const wanted = names.map((name) => {
    const place = places[name];
    if (!place) throw new Error(`${name} is no place. Places: ${Object.keys(places).join(', ')}.`);
    return place;
  });
  const setPlace = await prepareSite();
  for (const place of wanted) {
    await setPlace(place);
    // Each build runs in its own process: VitePress renders all builds of one process with the code of the first.
    const base = `${new URL(docsUrl).pathname}/${pathOfPlace(place)}`;
    const code = await runShown(bin('vitepress'), ['build', siteFolder, '--base', base]);
    if (code !== 0) throw new Error(`The site for ${place} could not be built.`);
  }
}

/** Serves the site on loopback, and converts the pages again when a file in `docs/` changes. */
async function serveSite(): Promise<void> {
  const setPlace = await prepareSite();
  await setPlace('latest');
  const { repository } = await readManifest();
  const server = await createServer(siteFolder, {
    host: 'localhost',
    port: Number(values.port),
    strictPort: true,
  });
  await server.listen();
  server.printUrls();
  // A page may fail to convert while an editor writes it. The error is shown, and the server goes on.
  watch(join(root, 'docs'), { recursive: true }, () => void writePages(repository).catch(console.error));
}

/** Puts the builds of the releases (`artifacts/docs`) and of this checkout into `apps/docs/dist/site`. */
async function joinVersions(): Promise<void> {
  const { version } = await readManifest();
  const releases = join(root, 'artifacts/docs');
  const versions = await joinSite({ releases, built, version }, join(built, 'site'));
  for (const { place, label } of versions) console.log(`/${pathOfPlace(place)}  ${label}`);
}

try {
  if (command === 'serve') await serveSite();
  else if (command === 'join') await joinVersions();
  else await buildSite(names.length > 0 ? names : ['latest']);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
