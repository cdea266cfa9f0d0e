import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestService, type TestService } from '@latchkey/testkit';
import { checkedRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The origin of the service is where keys come together: anyone who could have it show a page of theirs, or load a script of
// theirs, would be the wallet frame.

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const accept = { accept: 'text/html,application/xhtml+xml,*/*' };
const isCode = (type: string | null) => type === null || !/^application\/json|^text\/plain/.test(type);

describe('[S1] the service answers with JSON, not with a page or a script', () => {
  test('on every route of the wire, to a browser that asks for a page', async () => {
    for (const { route } of checkedRoutes) {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(
        names.map((name) => [name, name === 'id' ? service.app.id : '<script>']),
      );
      const { headers } = await service.call(route, { params, headers: accept });
      expect([route.name, isCode(headers.get('content-type'))]).toEqual([route.name, false]);
    }
  });

  test.each([
    ...['/', '/index.html', '/login', '/console', '/admin', '/demo', '/gallery', '/docs', '/favicon.ico'],
    ...['/healthz', '/readyz', '/metrics', '/openapi.json', '/<script>', '/apps', '/frame', '/frame/'],
    ...['/hosted', '/static/app.js'],
  ])('at %s', async (path) => {
    const url = new URL(path, service.config.url);
    const { headers } = await service.fetch(new Request(url, { headers: accept }));
    expect(isCode(headers.get('content-type'))).toBe(false);
  });

  test.each(['/oauth/transact', '/cross-app/connect', '/cross-app/transact'])(
    'at %s, but for a sentence to a person who comes by an address that is good for nothing',
    async (path) => {
      const url = new URL(`${path}?a=<script>&request=<script>`, service.config.url);
      const { headers, text } = await service
        .fetch(new Request(url, { headers: accept }))
        .then(async (response) => ({ headers: response.headers, text: await response.text() }));
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; base-uri 'none'/);
      expect(text).not.toMatch(/script|<\w+ [^>]*(on\w+|src|href)=/i);
    },
  );
});

// Where people are sent by other apps, they are told in a sentence that they came in vain.
test.each(['/oauth/transact', '/cross-app/connect', '/cross-app/transact'])(
  '[S1] what a person is told at %s holds nothing of the address, and may load or run nothing',
  async (path) => {
    const url = new URL(`${path}?token=<script>&request=<script>`, service.config.url);
    const response = await service.fetch(new Request(url, { headers: accept }));
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

/** The sources that name such a type, and what they send. */
const senders: Readonly<Record<string, string>> = {
  'frame-pages/builtFrame.ts': 'the frame, by its published hashes',
  'frame-pages/framePageHeaders.ts': 'the pages of the frame',
  'consent/returns.ts':
    'a sentence to a person who comes back from a provider or a consent too late, without script',
  'hosted/hostedPageHeaders.ts': 'the hosted pages, in a process and on an origin of their own',
  'methods/telegram/loginScript.ts': 'the script that host pages load for Telegram; no page here loads it',
};

test('[S1] pages and scripts leave the service where this list says, and nowhere else', () => {
  const sources = join(import.meta.dirname, '..');
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /['"`](text\/html|application\/xhtml|image\/svg|[a-z]+\/javascript)/.test(
        readFileSync(join(sources, path), 'utf8'),
      ),
    );
  expect(found.sort()).toEqual(Object.keys(senders).sort());
});
