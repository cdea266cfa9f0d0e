import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestService, type TestService } from '@latchkey/testkit';
import { webhookRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandLine, type Ran } from '../openCommandLine.testkit.ts';

const url = 'http://localhost:4000';
const adminKey = 'test-admin-key';
let service: TestService;
let run: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  service = await createTestService();
  ({ run } = open({ LATCHKEY_URL: url, LATCHKEY_ADMIN_KEY: adminKey }));
});
afterAll(() => service.close());

/** Opens a command line that calls the service of this file. */
function open(env: Record<string, string>) {
  const fetch = (input: string | URL, init?: RequestInit) =>
    service.fetch(new Request(input, init), { remoteAddress: '127.0.0.1' });
  return openCommandLine({ env, fetch });
}

async function makeApp(...settings: string[]): Promise<{ id: string; secret: string }> {
  const { code, told, noted } = await run('apps', 'create', 'Shop', ...settings);
  expect({ code, noted }).toEqual({ code: 0, noted: '' });
  const [id = '', secret = ''] = told.split('\n');
  return { id, secret };
}

test('apps create prints the id and, once, the secret; apps get and apps list show the app', async () => {
  const { id, secret } = await makeApp('email_auth=true', '--origin', 'https://shop.example.com');
  expect(id).toHaveLength(25);
  expect(secret.length).toBeGreaterThan(30);
  const got = await run('apps', 'get', id, '--json');
  expect(got.json()).toMatchObject({
    id,
    name: 'Shop',
    email_auth: true,
    allowed_origins: ['https://shop.example.com'],
  });
  expect(got.told).not.toContain(secret);
  expect((await run('apps', 'list')).told).toContain(`${id}  Shop  api  https://shop.example.com\n`);
});

test('apps set changes a text, a number and a JSON value, and refuses wrong settings with the text of the API and changes nothing', async () => {
  const { id } = await makeApp();
  expect(await run('apps', 'set', id, 'name=New shop', 'max_users=5', 'theme="dark"')).toMatchObject({
    code: 0,
    told: expect.stringContaining('New shop'),
  });
  const before = (await run('apps', 'get', id, '--json')).json();
  expect(before).toMatchObject({ name: 'New shop', max_users: 5, theme: 'dark' });
  const wrong = await run('apps', 'set', id, 'name=Newer shop', 'colour=red');
  expect(wrong).toMatchObject({ code: 1, told: '', noted: expect.stringContaining('(invalid_data)') });
  expect(wrong.noted).toContain('colour');
  expect(await run('apps', 'set', id, 'name')).toMatchObject({ code: 2 });
  expect(await run('apps', 'set', id)).toMatchObject({ code: 2 });
  expect((await run('apps', 'get', id, '--json')).json()).toEqual(before);
});

test('apps disable closes an app, and apps set opens it', async () => {
  const { id } = await makeApp();
  expect((await run('apps', 'disable', id, '--json')).json()).toMatchObject({ id, disabled: true });
  expect((await run('apps', 'set', id, 'disabled=false', '--json')).json()).toMatchObject({
    disabled: false,
  });
});

test('apps origins adds and removes origins, and refuses to remove one that is not there', async () => {
  const { id } = await makeApp('--origin', 'https://a.example.com');
  expect((await run('apps', 'origins', id)).told).toBe('https://a.example.com\n');
  const change = [
    '--add',
    'https://b.example.com',
    '--add',
    'https://c.example.com',
    '--remove',
    'https://a.example.com',
  ];
  expect((await run('apps', 'origins', id, ...change)).told).toBe(
    'https://b.example.com\nhttps://c.example.com\n',
  );
  expect(await run('apps', 'origins', id, '--remove', 'https://a.example.com')).toMatchObject({ code: 4 });
  expect(await run('apps', 'origins', id, '--add', 'no origin')).toMatchObject({ code: 1 });
  expect((await run('apps', 'origins', id)).told).toBe('https://b.example.com\nhttps://c.example.com\n');
});

test('apps rotate-secret prints another secret', async () => {
  const { id, secret } = await makeApp();
  const { code, told } = await run('apps', 'rotate-secret', id, '--overlap', '0');
  expect(code).toBe(0);
  expect(told.trim()).not.toBe(secret);
  expect(await run('apps', 'rotate-secret', id, '--overlap', 'long')).toMatchObject({ code: 1 });
});

test('webhooks can be listed, tested and given a new secret, and redeliver refuses an unknown event', async () => {
  const { id } = await makeApp();
  const input = { bearer: adminKey, params: { id }, body: { url: 'https://hooks.example.com/latchkey' } };
  const { json } = await service.call(webhookRoutes.create, input);
  expect((await run('webhooks', 'list', id)).told).toBe(
    `${json.id}  https://hooks.example.com/latchkey  ok\n`,
  );
  const sent = (await run('webhooks', 'test', id, json.id, '--json')).json() as { event_id: string };
  expect(sent).toMatchObject({ type: 'privy.test' });
  expect(await run('webhooks', 'redeliver', id, json.id, 'no-event')).toMatchObject({
    code: 4,
    noted: expect.stringContaining('webhook_not_found'),
  });
  const rotated = await run('webhooks', 'rotate-secret', id, json.id);
  expect(rotated.told.trim()).not.toBe(json.secret);
  expect(rotated.told).toMatch(/^whsec_\S+\n$/);
});

test('audit lists events of no app, of one app or after a number, and refuses a limit of 0', async () => {
  const { id } = await makeApp();
  const { token, ...made } = (await run('tokens', 'create', 'Help desk', '--json')).json() as {
    id: string;
    token: string;
  };
  await service.service.seal();
  const listed = await run('audit');
  expect(listed.told).toMatch(new RegExp(`operator_token\\.created  by operator  ${made.id}`));
  expect(listed.told).not.toContain(token);
  const { events } = (await run('audit', '--app', id, '--json')).json() as { events: { sequence: number }[] };
  expect(events).toMatchObject([{ sequence: 1, kind: 'app.created' }]);
  expect((await run('audit', '--app', id, '--after', '1')).told).toBe('There are no events.\n');
  expect(await run('audit', '--limit', '0')).toMatchObject({
    code: 1,
    noted: expect.stringContaining('limit: must be one whole number from 1 to 1000'),
  });
});

test('keys rotate and revoke change the signing keys of an app, and keys list shows the keys of both stores', async () => {
  const { id } = await makeApp();
  const { keys } = (await run('keys', 'rotate', id, '--json')).json() as { keys: { kid: string }[] };
  const [kid = ''] = keys.map((key) => key.kid);
  expect((await run('keys', 'revoke', id, kid)).told).not.toContain(kid);
  expect(await run('keys', 'revoke', id, kid)).toMatchObject({ code: 4 });
  expect((await run('keys', 'rotate', id, '--data')).told).toMatch(
    /^Data keys: parts \d+, recovery \d+\.\n$/,
  );
  expect((await run('keys', 'list')).told).toMatch(/^parts {2}.*\nrecovery {2}/m);
});

test('connections list shows none for a new app, and connections revoke refuses an unknown one', async () => {
  const { id } = await makeApp();
  expect(await run('connections', 'list', id)).toMatchObject({
    code: 0,
    told: 'There are no connections.\n',
  });
  expect(await run('connections', 'revoke', id, 'none')).toMatchObject({ code: 4 });
});

test('a wrong key exits with 3, an unknown app with 4, and a service that does not answer or answers with a page with 5', async () => {
  const wrong = await open({ LATCHKEY_URL: url, LATCHKEY_ADMIN_KEY: 'canary-key' }).run('apps', 'list');
  expect(wrong).toMatchObject({
    code: 3,
    told: '',
    noted: expect.stringContaining('missing_or_invalid_token'),
  });
  expect(wrong.noted).not.toContain('canary');
  expect(await run('apps', 'get', 'no-such-app')).toMatchObject({ code: 4 });
  const env = { LATCHKEY_URL: 'http://127.0.0.1:9', LATCHKEY_ADMIN_KEY: 'canary-key' };
  const silent = await openCommandLine({ env }).run('apps', 'list', '--json');
  expect(silent.code).toBe(5);
  expect(JSON.parse(silent.noted)).toMatchObject({ code: 'network_error' });
  expect(silent.noted).not.toContain('canary');
  const fetch = async () => new Response('<html>Welcome</html>');
  const page = await openCommandLine({ env, fetch }).run('apps', 'list', '--json');
  expect(page).toMatchObject({ code: 5, told: '' });
  expect(JSON.parse(page.noted)).toMatchObject({ code: 'network_error' });
});

test('apps list calls nothing without a key, or if the address is missing, unencrypted or no origin', async () => {
  let calls = 0;
  const fetch = () => {
    calls += 1;
    return Promise.reject(new Error('called'));
  };
  const withEnv = (env: Record<string, string>) => openCommandLine({ env, fetch }).run('apps', 'list');
  expect(await withEnv({})).toMatchObject({ code: 2, noted: expect.stringContaining('latchkey login') });
  expect(await withEnv({ LATCHKEY_URL: url })).toMatchObject({ code: 3 });
  const key = { LATCHKEY_ADMIN_KEY: 'key' };
  expect(await withEnv({ ...key, LATCHKEY_URL: 'http://auth.example.com' })).toMatchObject({ code: 2 });
  expect(await withEnv({ ...key, LATCHKEY_URL: 'https://auth.example.com/admin' })).toMatchObject({
    code: 2,
  });
  expect(calls).toBe(0);
});

test('--key-file gives the key, and takes precedence over the environment', async () => {
  const { cwd, run: runHere } = open({ LATCHKEY_URL: url, LATCHKEY_ADMIN_KEY: 'wrong' });
  writeFileSync(join(cwd, 'key'), `${adminKey}\n`);
  expect(await runHere('apps', 'list', '--key-file', 'key')).toMatchObject({ code: 0 });
  expect(await runHere('apps', 'list', '--key-file', 'none')).toMatchObject({ code: 2 });
  expect((await run('whoami')).told).toBe(`${url}  the shared admin key\n`);
});
