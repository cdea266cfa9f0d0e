import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleHost } from '../../scripts/build/bundleHost.ts';

/** Static pages of the benches on a loopback port. */
export interface Site {
  readonly port: number;
  close(): Promise<void>;
}

/** Build options for a page from another package; see `bundleHost`. */
export type SiteOptions = Omit<NonNullable<Parameters<typeof bundleHost>[1]>, 'folder'>;

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Builds host pages for production and serves each at `/<name>.html`.
 *
 * @param pages entry by name, as paths relative to this file
 * @param data attributes of the pages' `<html>`, such as the app's id; read at each request
 */
export async function startSite(
  pages: Readonly<Record<string, string>>,
  data: Readonly<Record<string, string>>,
  options: SiteOptions = {},
): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-site-'));
  const entries = Object.entries(pages).map(([name, entry]) => [
    name,
    fileURLToPath(new URL(entry, import.meta.url)),
  ]);
  await bundleHost(Object.fromEntries(entries), { folder, ...options });
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://site').pathname;
    const page = /^\/(\w+)\.html$/.exec(name)?.[1];
    if (page) {
      const attributes = Object.entries(data).map(([key, value]) => ` data-${key}="${value}"`);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><html lang="en"${attributes.join('')}><meta charset="utf-8"><title>Bench</title>` +
          `<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/${page}.js"></script></html>`,
      );
      return;
    }
    const file = resolve(folder, `.${name}`);
    try {
      if (!file.startsWith(folder + sep)) throw new Error('outside');
      const content = await readFile(file);
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
