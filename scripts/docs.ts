import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { docsUrl } from '@latchkey/wire';
import { build, createServer } from 'vitepress';
import { root } from './build/contentHash.ts';
import { prepareSite, readManifest } from './docs/site/prepareSite.ts';
import { siteFolder, writePages } from './docs/site/writePages.ts';

// `npm run docs` serves the documentation site, `npm run docs:build` builds it.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '3200' } },
});

async function buildSite(): Promise<void> {
  const base = `${new URL(docsUrl).pathname}/`;
  await prepareSite(base);
  await build(siteFolder, { base });
}

/** Serves the site on loopback, and again converts the pages when Markdown changes. */
async function serveSite(): Promise<void> {
  await prepareSite('/');
  const { repository } = await readManifest();
  const server = await createServer(siteFolder, {
    host: 'localhost',
    port: Number(values.port),
    strictPort: true,
  });
  await server.listen();
  server.printUrls();
  // A page that cannot be converted at the moment is being written.
  watch(join(root, 'docs'), { recursive: true }, () => void writePages(repository).catch(console.error));
}

await (positionals[0] === 'build' ? buildSite() : serveSite());
