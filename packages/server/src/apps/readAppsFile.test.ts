import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { demoAppId, demoAppIds } from './demoApp.ts';
import { readAppsFile } from './readAppsFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-apps-'));
const path = join(folder, 'latchkey.config.json');
afterAll(() => rmSync(folder, { recursive: true }));

const id = 'my-app-000000000000000001';
const good = { id, name: 'Mine', allowed_origins: ['https://app.example.com'] };

function read(content: unknown, production = false) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readAppsFile({ path, production });
}

test('development has the demo apps in addition to those of the file', () => {
  expect(read({ apps: [good] }).map((app) => app.id)).toEqual([id, ...demoAppIds]);
  expect(readAppsFile({ path: null, production: false }).map((app) => app.id)).toEqual(demoAppIds);
});

test('the sample apps file can be read, with its comments', () => {
  const sample = new URL('../../../../examples/latchkey.config.jsonc', import.meta.url);
  const [app] = read(readFileSync(sample, 'utf8'), false);
  expect(app).toMatchObject({ id: 'your-25-character-app-id1', email_auth: true, google_oauth: true });
});

test('text that only looks like a comment is kept, and invalid JSON is refused', () => {
  const [app] = read(`{ "apps": [{ "id": "${id}", "name": "a // b /* c */" }] }`);
  expect(app?.name).toBe('a // b /* c */');
  expect(() => read('// one\n{ "apps": [\n  oops\n] }')).toThrow(/not valid JSON/);
});

test('a demo app in the file replaces the built-in one', () => {
  const apps = read({ apps: [{ id: demoAppId, name: 'Changed' }] });
  expect(apps.map((app) => app.id)).toEqual(demoAppIds);
  expect(apps[0]?.name).toBe('Changed');
});

test('[S55] production has no demo app and refuses one in the file', () => {
  expect(read({ apps: [good] }, true).map((app) => app.id)).toEqual([id]);
  expect(() => read({ apps: [{ id: demoAppId, name: 'Demo' }] }, true)).toThrow(
    /demo app .* refused in production/,
  );
});

test('[S55] production refuses Telegram without a bot, and lists the problems of several apps at once', () => {
  const telegram = { ...good, telegram_auth: true };
  const botless = [telegram, { ...telegram, id: good.id.replace(/.$/, '2'), google_oauth: true }];
  expect(() => read({ apps: botless }, true)).toThrow(
    /apps\[0\].*telegram_auth_config is missing; telegram_auth needs a bot.*\n.*apps\[1\].*oauth_clients\.google is missing/,
  );
  const bot = {
    bot_id: '110201543',
    bot_name: 'tidewater_bot',
    link_enabled: true,
    seamless_auth_enabled: true,
  };
  expect(read({ apps: [{ ...telegram, telegram_auth_config: bot }] }, true)).toHaveLength(1);
  expect(read({ apps: [telegram] }, false).map((app) => app.id)).toContain(id);
});

test('an apps file must not list the origin of the service or of its hosted pages as a requester, in development and in production', () => {
  const deployment = { url: 'https://auth.example.com', hostedUrl: 'https://hosted.example.com', path };
  for (const production of [true, false]) {
    const readRequester = (origin: string) => {
      writeFileSync(
        path,
        JSON.stringify({
          apps: [{ ...good, cross_app_requesters: [{ origin, read_only: false }] }],
        }),
      );
      return readAppsFile({ ...deployment, production });
    };
    for (const own of [deployment.url, deployment.hostedUrl])
      expect(() => readRequester(own)).toThrow(
        `apps[0] (${id}): cross_app_requesters.0.origin is an address of this service`,
      );
    expect(readRequester('https://shop.example.com')[0]?.id).toBe(id);
  }
});

describe('an error names the file, the app and the field', () => {
  test.each([
    ['not json', 'not valid JSON'],
    [[], '{ "apps": [ … ] }'],
    [{ apps: [], more: 1 }, 'more is not a known field'],
    [{ apps: [{ name: 'x' }] }, 'apps[0]: id is missing'],
    [{ apps: [{ id }] }, `apps[0] (${id}): name is missing`],
    [{ apps: [good, good] }, `apps[1] (${id}): another app of this file has the same id`],
    [{ apps: [{ ...good, colour: 'red' }] }, `apps[0] (${id}): colour is not a known field`],
    [{ apps: [{ ...good, name: 5 }] }, `apps[0] (${id}): name must be string`],
    [{ apps: [{ ...good, allowed_origins: ['https://a.example/'] }] }, 'allowed_origins.0 must be an origin'],
    [{ apps: [{ ...good, approval: 'frame', new_device_max_age: 0 }] }, 'new_device_max_age is 0'],
    [{ apps: [{ ...good, allowlist_config: { error_title: 1 } }] }, 'allowlist_config.error_title'],
  ])('the error about the apps file %j contains its path and the problem', (content, problem) => {
    expect(() => read(content)).toThrow(problem);
    expect(() => read(content)).toThrow(path);
  });

  test('the error about a missing apps file names its variable', () => {
    expect(() => readAppsFile({ path: join(folder, 'none.json'), production: false })).toThrow(
      'LATCHKEY_CONFIG',
    );
  });
});
