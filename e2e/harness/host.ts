import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, extname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildTargets } from '../../scripts/build/browserTargets.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { buildHostScript, type HostScript } from '../../scripts/build/hostScript.ts';

export interface HostPage {
  script?: HostScript;
  /** Passed to the script as JSON in `<script id="config" type="application/json">`. */
  config?: Record<string, unknown>;
  /** Markup of the body. By default an empty element with the id `root`. */
  body?: string;
  headers?: Record<string, string>;
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Path under which hosts serve the chunks of their scripts. */
export const chunksPath = '/chunks/';
/** Lets browsers keep a chunk, because its name depends on its content. A reloaded page need not fetch it again. */
const lasting = { 'cache-control': 'public, max-age=31536000, immutable' };

export interface HostFile {
  type: string;
  content: string | Uint8Array;
  headers?: Record<string, string>;
}

/** A web server for host pages. It serves the same pages on two sites. */
export interface Host {
  readonly port: number;
  /** `http://localhost:…`: same site as the service. */
  readonly origin: string;
  /** `http://127.0.0.1:…`: another site than the service, so the service's frames are third parties there. */
  readonly crossSiteOrigin: string;
  setPage(path: string, page: HostPage): void;
  /**
   * Serves a bundled script, whose chunks browsers keep.
   *
   * @returns the path that a page refers to
   */
  setScript(script: HostScript): string;
  /** Serves any other file, whatever the request's method. */
  setFile(path: string, file: HostFile): void;
  /**
   * Serves a built app from a folder, with its `index.html` at `/`.
   *
   * @param replaced replacements of texts in its files, for settings that are known only at run time
   */
  setFolder(
    folder: string,
    replaced?: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<void>;
  close(): Promise<void>;
}

export async function startHost(): Promise<Host> {
  const files = new Map<string, HostFile>();
  function setScript({ entry, chunks }: HostScript): string {
    for (const [name, content] of Object.entries(chunks))
      files.set(chunksPath + name, { type: 'text/javascript', content, headers: lasting });
    return chunksPath + entry;
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const file = files.get(new URL(request.url ?? '/', 'http://host').pathname);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store', ...file.headers });
    response.end(file.content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://localhost:${port}`,
    crossSiteOrigin: `http://127.0.0.1:${port}`,
    setPage(path, page) {
      const scriptPath = page.script ? setScript(page.script) : null;
      files.set(path, { type: 'text/html', content: toHtml(page, scriptPath), headers: page.headers ?? {} });
    },
    setScript,
    setFile(path, file) {
      files.set(path, file);
    },
    async setFolder(folder, replaced = {}, headers = {}) {
      for (const name of await readdir(folder, { recursive: true })) {
        const type = types[extname(name)];
        if (!type) continue;
        let content = await readFile(join(folder, name), 'utf8');
        for (const [text, other] of Object.entries(replaced)) content = content.replaceAll(text, other);
        files.set(name === 'index.html' ? '/' : `/${name}`, { type, content, headers });
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toHtml(page: HostPage, scriptPath: string | null): string {
  const config = JSON.stringify(page.config ?? {}).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head><body>',
    `<script id="config" type="application/json">${config}</script>`,
    page.body ?? '<div id="root"></div>',
    scriptPath ? `<script type="module" src="${scriptPath}"></script>` : '',
    '</body></html>',
  ].join('\n');
}

/** Returns a strict content security policy for host apps: nothing inline, nothing unsafe. */
export function strictPolicy(serviceUrl: string): Record<string, string> {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${serviceUrl}`,
    `frame-src ${serviceUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return { 'content-security-policy': rules.join('; ') };
}

interface BuildHostOptions {
  plugins?: Plugin[];
  /** Builds for development, where React checks itself and renders twice in StrictMode. @default false */
  development?: boolean;
  /** Other apps whose files the entry imports. @default none */
  apps?: readonly string[];
}

/** Our packages that host pages import. */
const packages = ['coinbase', 'core', 'frame', 'react', 'wagmi', 'walletconnect', 'wire'];

const conditions = ['@latchkey/source'];

const built = new Map<string, Promise<HostScript>>();

/**
 * Bundles a host app with our packages, from sources. Further calls with the same entry and mode return the same
 * bundle. With plugins, which may read any file, it is built at each call, as a single file.
 *
 * @param entry - Absolute path of the app's entry file.
 */
export function buildHost(entry: string, options: BuildHostOptions = {}): Promise<HostScript> {
  const { apps = [], development = false, plugins = [] } = options;
  if (plugins.length > 0) return bundleWith(plugins, entry, development);
  const key = `${entry} ${development}`;
  const script = built.get(key) ?? findOrBundle(entry, development, apps);
  built.set(key, script);
  return script;
}

function findOrBundle(entry: string, development: boolean, apps: readonly string[]): Promise<HostScript> {
  const path = relative(root, entry).replaceAll('\\', '/');
  const sources = [
    dirname(path),
    ...apps.map((name) => `apps/${name}/src`),
    ...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
    'package-lock.json',
  ];
  const name = path.replace(/\W+/g, '-') + (development ? '-development' : '');
  return buildHostScript(name, entry, { conditions, development, sources });
}

async function bundleWith(plugins: Plugin[], entry: string, development: boolean): Promise<HostScript> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    entryNames: '[name]-[hash]',
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    target: buildTargets,
    jsx: 'automatic',
    conditions,
    define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
    plugins,
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${entry} gave no output`);
  const name = basename(file.path);
  return { entry: name, chunks: { [name]: file.text } };
}
