import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHostedConfig } from '../config.ts';
import { fromRequest } from '../http/index.ts';
import { readBuiltPages } from './builtPages.ts';
import { serveHosted } from './index.ts';

const chains = JSON.stringify([
  {
    id: 8453,
    name: 'Base</script>',
    rpc_url: 'https://node.example.com/v1',
    explorer_url: 'https://scan.example.com',
  },
]);
const production = {
  NODE_ENV: 'production',
  LATCHKEY_URL: 'https://auth.example.com',
  LATCHKEY_HOSTED_URL: 'https://wallet.example.com',
  LATCHKEY_HOSTED_CHAINS: chains,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-hosted-'));
  await mkdir(join(folder, 'assets'));
  const manifest = {
    'src/main.ts': { file: 'assets/main-a1.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-b2.js' },
    'src/react/walletUi.tsx': {
      file: 'assets/walletUi-c3.js',
      isDynamicEntry: true,
      imports: ['_shared.js'],
    },
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  for (const name of ['main-a1', 'shared-b2', 'walletUi-c3'])
    await writeFile(join(folder, `assets/${name}.js`), `/* ${name} */`);
  await mkdir(join(folder, 'check'));
  // Stand-in for the client's check of the configuration.
  const check =
    "if (chains.some(({ id }) => id === 666)) throw new Error('config.chains must be other ones')";
  await writeFile(
    join(folder, 'check/checkConfig.js'),
    `export function checkConfig({ chains }) { ${check} }`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function serve(env: Record<string, string> = production) {
  const pages = await serveHosted(readHostedConfig(env), { pages: await readBuiltPages(folder) });
  const request = (path: string, init?: RequestInit) =>
    pages.answer(fromRequest(new Request(`http://localhost:4002${path}`, init)), { remoteAddress: '::1' });
  return { pages, request };
}
const paths = ['/cross-app/connect', '/cross-app/transact', '/connections'];

describe('[S1] the hosted pages', () => {
  test('the hosted pages are one document, which contains nothing of their address, with the headers that define their border', async () => {
    const { request } = await serve();
    const [first, ...others] = await Promise.all(
      paths.map((path) => request(`${path}?app=<script>&id=canary&url=//evil.example`)),
    );
    for (const other of others) expect(other).toEqual(first);
    expect(String(first?.body)).not.toMatch(/canary|evil/);
    const { 'permissions-policy': features = '', ...headers } = first?.headers ?? {};
    expect(headers).toEqual({
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self' https://challenges.cloudflare.com",
        "style-src 'self'",
        'img-src https: data:',
        'connect-src https://auth.example.com https://node.example.com',
        'frame-src https://auth.example.com https://challenges.cloudflare.com',
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'unsafe-none',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
    expect(
      String(features)
        .split(', ')
        .filter((one) => !one.endsWith('=()')),
    ).toEqual([
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ]);
  });

  test('hosted pages have no inline script except the configuration’s data, and give an integrity hash for each script that they load at the start', async () => {
    const { request } = await serve();
    const html = String((await request('/connections')).body);
    const scripts = html.match(/<script[^>]*>[^<]*<\/script>/g) ?? [];
    expect(scripts).toEqual([
      expect.stringMatching(
        /^<script type="application\/json" id="config">\{.*\\u003c\/script>".*\}<\/script>$/,
      ),
      expect.stringMatching(
        /^<script src="\/assets\/start-failure-[0-9a-f]{16}\.js" integrity="sha384-[^"]{64}" crossorigin defer><\/script>$/,
      ),
      expect.stringMatching(
        /^<script type="module" src="\/assets\/main-a1\.js" integrity="sha384-[^"]{64}" crossorigin><\/script>$/,
      ),
    ]);
    expect(html.match(/modulepreload" href="([^"]+)" integrity="sha384-[^"]{64}"/)?.[1]).toBe(
      '/assets/shared-b2.js',
    );
    expect(html).not.toContain('walletUi-c3');
  });

  test('the hosted pages’ process sends a built script compressed, answers paths of no page or script with plain text, and refuses POST, PUT, OPTIONS and DELETE', async () => {
    const { request } = await serve();
    const script = await request('/assets/walletUi-c3.js', {
      headers: { 'accept-encoding': 'gzip, br;q=0' },
    });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
    });
    const others = [
      ...['/', '/index.html', '/manifest.json', '/assets/', '/assets/main-a1.js/', '/assets/__proto__'],
      ...['/assets/../manifest.json', '/assets/..%2fmanifest.json', '/cross-app', '/cross-app/connect/'],
      ...['/api/v1/apps', '/<script>', '/oauth/transact', '/metrics', '/healthz', '/readyz'],
    ];
    for (const path of others) {
      const { headers, body } = await request(path);
      expect(headers['content-type'], path).toBe('text/plain; charset=utf-8');
      expect(String(body)).not.toContain('script');
    }
    for (const method of ['POST', 'PUT', 'OPTIONS', 'DELETE']) {
      expect((await request('/connections', { method })).status, method).toBe(405);
    }
  });

  test('the hosted pages’ process is not ready with a configuration that the client refuses, and reports the reason', async () => {
    const evil = JSON.stringify([{ id: 666, name: 'Evil', rpc_url: 'https://node.example.com' }]);
    const { pages, request } = await serve({ ...production, LATCHKEY_HOSTED_CHAINS: evil });
    const { status, body } = await request('/readyz');
    expect(status).toBe(503);
    expect(String(body)).toBe('config.chains must be other ones\n');
    expect(pages.fault).toBe('config.chains must be other ones');
    expect((await request('/healthz')).status).toBe(200);
  });

  test('the hosted pages’ process is ready even without a chain, until it is told to stop', async () => {
    const { pages, request } = await serve({ ...production, LATCHKEY_HOSTED_CHAINS: '' });
    expect((await request('/readyz')).status).toBe(200);
    pages.retire();
    expect((await request('/readyz')).status).toBe(503);
    expect((await request('/healthz')).status).toBe(200);
  });
});

test('hosted pages that are not built are a start error with the build command', async () => {
  await expect(readBuiltPages(join(folder, 'nowhere'))).rejects.toThrow('npm run build -- hosted');
});

describe('[S50] the configuration of the hosted pages', () => {
  test('hosted pages need no configuration in development, and have the chains of the sandbox there', () => {
    expect(readHostedConfig({})).toMatchObject({
      production: false,
      url: 'http://localhost:4000',
      hostedUrl: 'http://localhost:4002',
      port: 4002,
      chains: [{ id: 31_337 }, { id: 31_338 }],
      turnstileUrl: 'http://localhost:4010',
    });
    expect(readHostedConfig({ LATCHKEY_HOSTED_PORT: '5002' }).hostedUrl).toBe('http://localhost:5002');
  });

  test('the hosted pages’ configuration ignores secrets and the database address of the service, even invalid ones', () => {
    const service = {
      LATCHKEY_PARTS_KEK: 'canary',
      LATCHKEY_DATABASE_URL: 'canary',
      LATCHKEY_ADMIN_KEY: 'x',
    };
    const config = readHostedConfig({ ...production, ...service });
    expect(JSON.stringify(config)).not.toContain('canary');
    expect(config).toMatchObject({ production: true, turnstileUrl: 'https://challenges.cloudflare.com' });
    expect(readHostedConfig({ ...production, LATCHKEY_HOSTED_CHAINS: '' }).chains).toEqual([]);
  });

  test.each<[change: Record<string, string>, problem: string]>([
    [{ LATCHKEY_URL: '' }, 'LATCHKEY_URL is required in production'],
    [{ LATCHKEY_HOSTED_URL: '' }, 'LATCHKEY_HOSTED_URL is required in production'],
    [{ LATCHKEY_HOSTED_URL: 'http://wallet.example.com' }, 'LATCHKEY_HOSTED_URL must begin with https://'],
    [{ LATCHKEY_HOSTED_URL: 'https://auth.example.com' }, 'must be another origin than LATCHKEY_URL'],
    [
      { LATCHKEY_TURNSTILE_URL: 'http://captcha.example.com' },
      'LATCHKEY_TURNSTILE_URL must begin with https://',
    ],
    [
      { LATCHKEY_HOSTED_CHAINS: '[{"id":1,"name":"One","rpc_url":"http://node.example.com"}]' },
      'the node of chain 1 must begin with https://',
    ],
    [
      {
        LATCHKEY_HOSTED_URL: 'http://localhost:4002',
        LATCHKEY_HOSTED_CHAINS: '[{"id":1,"name":"One","rpc_url":"http://localhost:4010/chain"}]',
      },
      'LATCHKEY_HOSTED_CHAINS leads to the sandbox',
    ],
    [
      {
        LATCHKEY_HOSTED_URL: 'http://localhost:4002',
        LATCHKEY_HOSTED_CHAINS: '[{"id":1,"name":"One","rpc_url":"http://localhost:4110/chain"}]',
        LATCHKEY_SANDBOX_PORT: '4110',
      },
      'LATCHKEY_HOSTED_CHAINS leads to the sandbox',
    ],
    ...[
      '{}',
      'no list',
      '[{"id":1,"name":"One"}]',
      '[{"id":0,"name":"None","rpc_url":"https://node.example.com"}]',
      '[{"id":1,"name":"One","rpc_url":"javascript:alert(1)"}]',
      '[{"id":1,"name":"One","rpc_url":"https://node.example.com","key":"canary"}]',
      JSON.stringify([1, 1].map((id) => ({ id, name: 'Twice', rpc_url: 'https://node.example.com' }))),
    ].map((text): [Record<string, string>, string] => [
      { LATCHKEY_HOSTED_CHAINS: text },
      'LATCHKEY_HOSTED_CHAINS must be a JSON list',
    ]),
  ])('a configuration of the hosted pages with %j is refused in production', (change, problem) => {
    const read = () => readHostedConfig({ ...production, ...change });
    expect(read).toThrow(problem);
    expect(read).not.toThrow('canary');
  });
});
