import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestService, type TestService } from '@latchkey/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApps } from '../apps/index.ts';
import { createAudit } from '../audit/index.ts';
import { createFailures, fromRequest } from '../http/index.ts';
import { alone } from '../workers/index.ts';
import type { World } from '../world.ts';
import { createFramePages } from './index.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['https://host.example', 'http://localhost:3000'],
  embedding_origins: ['https://web.telegram.org'],
};
const closed = { id: 'latchkey-none-app-0000001', name: 'No origins', email_auth: true, allowed_origins: [] };
/** App that a test disables. */
const gone = { ...closed, id: 'latchkey-gone-app-0000001' };

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await createTestService({ apps: [app, closed, gone] });
  folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes a build of the frame into the folder and serves it. */
async function servePages(files: Record<string, string>, manifestChanges: object = {}) {
  const entries = Object.entries(files).map(([name, text]) => {
    const type = name.endsWith('.html') ? 'text/html' : 'text/javascript';
    return [name, { type, sha256: hashOf(text), integrity: 'sha384-x' }];
  });
  const manifest = {
    version: 1,
    files: Object.fromEntries(entries),
    pages: { vault: 'vault.html', approve: 'approve.html', export: 'export.html', passkey: 'passkey.html' },
    passwordWorker: 'password-abc.js',
    ...manifestChanges,
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return pagesOf(service.config.hostedUrl);
}

function pagesOf(hostedUrl: string | null) {
  const { clock, database } = service;
  const config = { ...service.config, hostedUrl };
  const log = pino({ enabled: false });
  const world = { config, clock, database, log, secret: new Uint8Array(32) } as unknown as World;
  const pages = createFramePages(
    world,
    createApps(world, {
      audit: createAudit(world),
      verificationKey: async () => '',
      toOnRampServices: () => ({}),
    }),
    { folder },
  );
  return (path: string) =>
    pages(
      fromRequest(new Request(`http://localhost:4000${path}`)),
      createFailures({ clock: { now: () => 0 }, workers: alone })('203.0.113.1'),
    );
}

const policyOf = (response: Response | null) => response?.headers.get('content-security-policy') ?? '';
const vaultPath = (id: string) => `/apps/${id}/embedded-wallets?caid=x&client_id=y`;
const build = {
  'vault.html': '<!doctype html>',
  'approve.html': '<!doctype html>',
  'export.html': '<!doctype html>',
  'passkey.html': '<!doctype html>',
  'vault-abc.js': 'run()',
  'password-abc.js': 'stretch()',
};
const exportPath = (id: string) => vaultPath(id).replace('?', '/export?');

test('[S2, S3] the vault page has the headers that define its border', async () => {
  const page = await service.fetch(new Request(`http://localhost:4000${vaultPath(app.id)}`));
  expect(page.status).toBe(200);
  const { 'permissions-policy': features, ...headers } = Object.fromEntries(page.headers);
  expect(headers).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      'frame-ancestors https://host.example http://localhost:3000 https://web.telegram.org http://localhost:4002',
      "require-trusted-types-for 'script'",
      'trusted-types latchkey-password',
    ].join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(features?.split(', ')).toEqual(
    expect.arrayContaining(['camera=()', 'publickey-credentials-get=()', 'usb=()']),
  );
  expect(features).not.toMatch(/\*|self/);
});

test('[S2, S3] the approval page has the headers of the vault page, but its policy permits no connections, workers or Trusted Types policies', async () => {
  const headersOf = async (path: string) =>
    Object.fromEntries((await service.fetch(new Request(`http://localhost:4000${path}`))).headers);
  const [vault, page] = await Promise.all([
    headersOf(vaultPath(app.id)),
    headersOf(vaultPath(app.id).replace('?', '/approve?')),
  ]);
  const policy = vault['content-security-policy'] ?? '';
  expect(page).toEqual({
    ...vault,
    'content-security-policy': policy
      .replace("worker-src 'self'; connect-src 'self'; ", '')
      .replace('trusted-types latchkey-password', "trusted-types 'none'"),
  });
});

test('[S2, S3] the export page has the headers of the vault page, but its policy permits no connections, workers or Trusted Types policies, and it may copy', async () => {
  const [vault, page] = await Promise.all(
    [vaultPath, exportPath].map((path) =>
      service.fetch(new Request(`http://localhost:4000${path(app.id)}#token=x`)),
    ),
  );
  const headersOf = (response?: Response) => {
    const { 'permissions-policy': features = '', ...headers } = Object.fromEntries(response?.headers ?? []);
    return { headers, features: features.split(', ') };
  };
  const [usual, own] = [headersOf(vault), headersOf(page)];
  const policy = usual.headers['content-security-policy'] ?? '';
  expect(own.headers).toEqual({
    ...usual.headers,
    'content-security-policy': policy
      .replace("worker-src 'self'; connect-src 'self'; ", '')
      .replace('trusted-types latchkey-password', "trusted-types 'none'"),
  });
  expect(own.features.filter((feature) => !usual.features.includes(feature))).toEqual([
    'clipboard-write=(self)',
  ]);
  const html = (await page?.text()) ?? '';
  expect(html.match(/<script[^>]*>[^<]*<\/script>/g)).toEqual([
    expect.stringMatching(
      /<script src="\/frame\/start-failure-[0-9a-f]{16}\.js" integrity="sha384-[^"]+" defer>/,
    ),
    expect.stringMatching(/<script src="\/frame\/export-[0-9a-f]{16}\.js" integrity="sha384-[^"]+" defer>/),
  ]);
});

test('[S2, S3, S27] the passkey page’s policy permits no connections or embedding, and it may use passkeys, which the vault page may not', async () => {
  const [vault, page] = await Promise.all(
    [vaultPath(app.id), vaultPath(app.id).replace('?', '/passkey?')].map((path) =>
      service.fetch(new Request(`http://localhost:4000${path}`)),
    ),
  );
  const { 'permissions-policy': features = '', ...headers } = Object.fromEntries(page?.headers ?? []);
  const { 'permissions-policy': usual = '', ...border } = Object.fromEntries(vault?.headers ?? []);
  expect(headers).toEqual({
    ...border,
    'cross-origin-opener-policy': 'unsafe-none',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  });
  expect(features.split(', ').filter((feature) => !usual.split(', ').includes(feature))).toEqual([
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ]);
});

test('[S2] the vault page has no inline script, and only files of the published hashes', async () => {
  const html = await (await service.fetch(new Request(`http://localhost:4000${vaultPath(app.id)}`))).text();
  const published = await service.fetch(new Request('http://localhost:4000/.well-known/latchkey-frame.json'));
  expect(published.headers.get('access-control-allow-origin')).toBe('*');
  const { files } = (await published.json()) as {
    files: Record<string, { sha256: string; integrity: string }>;
  };
  const scripts = [...html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [tag, inline] of scripts) {
    expect(inline).toBe('');
    const name = /src="\/frame\/([^"]+)"/.exec(tag)?.[1] ?? '';
    expect(tag).toContain(`integrity="${files[name]?.integrity}"`);
    const script = await service.fetch(new Request(`http://localhost:4000/frame/${name}`));
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(hashOf(await script.text())).toBe(files[name]?.sha256);
  }
  expect(hashOf(html)).toBe(files['vault.html']?.sha256);
});

test('[S3] the frame of an app without origins can be embedded by the hosted pages only', async () => {
  await servePages(build);
  expect(policyOf(await pagesOf(null)(vaultPath(closed.id)))).toContain("frame-ancestors 'none'");
  const withHosted = await pagesOf('http://localhost:4002')(vaultPath(closed.id));
  expect(policyOf(withHosted)).toContain('frame-ancestors http://localhost:4002;');
});

test('[S3] an unknown or disabled app gets a refusal that cannot be embedded', async () => {
  await service.database.statement('off', 'update apps set disabled = true where app_id = $1')([gone.id]);
  const pages = await servePages(build);
  for (const id of [gone.id, 'latchkey-unknown-00000001', 'x']) {
    const refused = await pages(vaultPath(id));
    expect(refused?.status).toBe(404);
    expect(policyOf(refused)).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(await refused?.text()).not.toContain('script');
  }
});

test('[S17] the password worker’s policy permits WebAssembly and no connections, and those of another script and of the vault page permit no WebAssembly', async () => {
  const pages = await servePages(build);
  const headersOf = async (name: string) => (await pages(`/frame/${name}`))?.headers;
  const worker = await headersOf('password-abc.js');
  expect(worker?.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
  );
  expect(worker?.get('cross-origin-embedder-policy')).toBe('require-corp');
  expect(worker?.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(worker?.get('x-content-type-options')).toBe('nosniff');
  expect((await headersOf('vault-abc.js'))?.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  );
  expect(policyOf(await pages(vaultPath(app.id)))).not.toContain('wasm');
  await expect(
    servePages(build, { passwordWorker: 'x.js' }).then((other) => other(vaultPath(app.id))),
  ).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('only scripts of the manifest are served under /frame/', async () => {
  const pages = await servePages(build);
  expect(await (await pages('/frame/vault-abc.js'))?.text()).toBe('run()');
  const paths = [
    '/frame/vault.html', // the page would run without its headers
    '/frame/manifest.json',
    '/frame/../../package.json',
    '/frame/..%2f..%2fpackage.json',
    '/frame/%2e%2e/manifest.json',
    '/frame/__proto__',
    '/frame/constructor',
    '/frame/',
    '/apps/embedded-wallets',
    '/apps/%2e%2e/embedded-wallets',
    `/apps/${app.id}/embedded-wallets/passkeys`,
    `/apps/${app.id}/embedded-wallets/export/`,
    `/apps/${app.id}/export`,
    '/',
  ];
  for (const path of paths) {
    expect(await pages(path), path).toBeNull();
  }
});

test('a frame that is missing or damaged is refused with the build command, and is served once it is built', async () => {
  const notBuilt = { code: 'service_unavailable', message: expect.stringContaining('npm run build') };
  await rm(join(folder, 'manifest.json'), { force: true });
  const pages = pagesOf(null);
  await expect(pages(vaultPath(app.id))).rejects.toMatchObject(notBuilt);
  await servePages(build);
  expect((await pages(vaultPath(app.id)))?.status).toBe(200);

  await servePages(build);
  await writeFile(join(folder, 'vault-abc.js'), 'steal()');
  await expect(pagesOf(null)('/frame/vault-abc.js')).rejects.toMatchObject(notBuilt);
  const missing = await servePages(build, {
    pages: { vault: 'other.html', approve: 'approve.html', export: 'export.html', passkey: 'passkey.html' },
  });
  await expect(missing(vaultPath(app.id))).rejects.toMatchObject(notBuilt);
});
