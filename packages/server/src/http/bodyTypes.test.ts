import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestService, type TestService } from '@latchkey/testkit';
import { checkedRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The wallet frame has the service's origin. An attacker who made the service send their own page or script could
// control the frame.

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const accept = { accept: 'text/html,application/xhtml+xml,*/*' };
const isCode = (type: string | null) => type === null || !/^application\/json|^text\/plain/.test(type);

describe('[S1] content types of the service', () => {
  test('every route of the wire answers with JSON or text, even if the client accepts HTML', async () => {
    for (const { route } of checkedRoutes) {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(
        names.map((name) => [name, name === 'id' ? service.app.id : '<script>']),
      );
      const { headers } = await service.call(route, { params, headers: accept });
      expect(isCode(headers.get('content-type')), route.name).toBe(false);
    }
  });

  test.each([
    ...['/', '/index.html', '/login', '/console', '/admin', '/demo', '/gallery', '/docs', '/favicon.ico'],
    ...['/healthz', '/readyz', '/metrics', '/openapi.json', '/<script>', '/apps', '/frame', '/frame/'],
    ...['/hosted', '/static/app.js'],
  ])('%s answers with JSON or text', async (path) => {
    const url = new URL(path, service.config.url);
    const { headers } = await service.fetch(new Request(url, { headers: accept }));
    expect(isCode(headers.get('content-type'))).toBe(false);
  });

  test.each(['/oauth/transact', '/cross-app/connect', '/cross-app/transact'])(
    '%s answers with an error page that has no script',
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

// An app may send a user to these paths with an invalid query. The user gets an error page with one sentence.
test.each(['/oauth/transact', '/cross-app/connect', '/cross-app/transact'])(
  '[S1] the error page at %s does not repeat a script from its address, and cannot load or run anything',
  async (path) => {
    const url = new URL(`${path}?token=<script>&request=<script>`, service.config.url);
    const response = await service.fetch(new Request(url, { headers: accept }));
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

/** Sources that name an HTML or script type, and what they send. */
const senders: Readonly<Record<string, string>> = {
  'frame-pages/builtFrame.ts': 'the frame, by its published hashes',
  'frame-pages/framePageHeaders.ts': 'the pages of the frame',
  'consent/returns.ts':
    'a sentence to a person who comes back from a provider or a consent too late, without script',
  'hosted/hostedPageHeaders.ts': 'the hosted pages, in a process and on an origin of their own',
  'methods/telegram/loginScript.ts': 'the script that host pages load for Telegram; no page here loads it',
};

test('[S1] only the listed sources name a content type of pages or scripts', () => {
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
