import { readdir, readFile } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import { extname, join, normalize, relative, sep } from 'node:path';
import { createListener, type ListenerTimes } from '../listener.ts';
import { type DemoConfig, emptyConfig, toConfigScript } from './demoConfig.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface DemoServer {
  close(): Promise<void>;
}

/**
 * Serves the built demo on loopback. A path without an extension gets the start page, as its router expects. Files
 * are kept in memory, so a build by another start changes nothing here.
 */
export async function serveDemo(input: {
  folder: string;
  port: number;
  /** Settings that the page reads from its HTML. */
  config: DemoConfig;
  /** Loopback addresses to listen on. One that the machine lacks (IPv6) is skipped. */
  hosts: readonly string[];
  /** Time limits of connections. @default those of the sandbox */
  times?: ListenerTimes | undefined;
}): Promise<DemoServer> {
  const { config, folder, hosts, port, times } = input;
  const site = await readSite(folder, config);
  const servers: Server[] = [];
  for (const host of hosts) {
    const server = createListener((request, response) => reply(site, request.url ?? '/', response), times);
    const isListening = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        // A machine without IPv6 has no ::1; 127.0.0.1 is enough there.
        if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) resolve(false);
        else reject(error);
      });
      server.listen(port, host, () => resolve(true));
    });
    if (isListening) servers.push(server);
  }
  return {
    async close() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function readSite(folder: string, config: DemoConfig): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const site = new Map(
    await Promise.all(
      files.map(
        async (file) => [`/${relative(folder, file).split(sep).join('/')}`, await readFile(file)] as const,
      ),
    ),
  );
  const page = String(site.get('/index.html')).replace(emptyConfig, () => toConfigScript(config));
  return site.set('/index.html', Buffer.from(page));
}

function reply(site: ReadonlyMap<string, Buffer>, url: string, response: ServerResponse): void {
  const path = decodePath(url);
  // An attacker's path could name other files of the machine. Only files that were read at the start are sent.
  const asked = normalize(path.endsWith('/') ? `${path}index.html` : path);
  const file = extname(asked) === '' ? '/index.html' : asked;
  const body = site.get(file.split(sep).join('/'));
  response.writeHead(body ? 200 : 404, {
    'content-type': body ? (types[extname(file)] ?? 'application/octet-stream') : 'text/plain',
    'cache-control': file.startsWith('/assets/') && body ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(body ?? 'Not found');
}

function decodePath(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return '/';
  }
}
