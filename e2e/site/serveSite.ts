import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface SiteServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves a folder of static files on loopback as hosts of static sites do: `/a` is `a` or `a.html`, `/a/` is
 * `a/index.html`, and a path without a file is `404.html`.
 *
 * @param base path at which the site is served, with a slash at both ends
 */
export async function serveSite(folder: string, base: string): Promise<SiteServer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const names = new Map(files.map((file) => [relative(folder, file).split(sep).join('/'), file]));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : null;
    const wanted =
      path === null ? [] : [path, `${path}.html`, path === '' ? 'index.html' : `${path}index.html`];
    const file = wanted.map((name) => names.get(name)).find((name) => name !== undefined);
    const sent = file ?? join(folder, '404.html');
    response.writeHead(file ? 200 : 404, {
      'content-type': types[extname(sent)] ?? 'application/octet-stream',
    });
    response.end(await readFile(sent));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
