import {
  confirm,
  createCustodyClient,
  createTestService,
  enterCustody,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

const origins = { email_auth: true, allowed_origins: ['http://localhost:3000'] };
const apps = {
  open: { ...origins, id: 'latchkey-open-app-0000001', name: 'Open <app>' },
  strict: {
    ...origins,
    id: 'latchkey-strict-app-00001',
    name: 'Strict app',
    session_key_binding: 'strict' as const,
  },
};

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [apps.open, apps.strict] });
});
afterEach(() => service.close());

const { verifyToken } = custodyRoutes;

async function start(binding: 'open' | 'strict') {
  const appId = apps[binding].id;
  const email = 'ada@example.com';
  const { user, client } = await enterCustody(service, email, appId);
  const openBrowser = () => createCustodyClient(service, { token: user.privyAccessToken, appId });
  return { client, email, openBrowser, token: user.token };
}

const mails = () => service.outbox.messages.filter((message) => /second place/.test(message.subject));
const listKeys = () =>
  service.database.statement<{ thumbprint: string; is_first: boolean }>(
    'keys',
    'select thumbprint, is_first from session_keys order by is_first desc',
  )([]);

test('in an app with open binding, the first request of a session binds its proof key; further keys are accepted, and the user is notified once', async () => {
  const { client, openBrowser } = await start('open');
  await client.call(verifyToken, {});
  expect(await listKeys()).toEqual([{ thumbprint: client.thumbprint, is_first: true }]);
  service.clock.advance(11 * 60_000);
  const browsers = [await openBrowser(), await openBrowser()];
  for (const browser of browsers) {
    expect((await browser.call(verifyToken, {})).status).toBe(200);
    expect((await browser.call(verifyToken, {})).status).toBe(200);
  }
  await expect.poll(() => mails().length).toBe(1);
  await service.service.sweep();
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.html).toContain('Open &#60;app&#62;');
  expect(await listKeys()).toHaveLength(3);
});

test('of two proof keys whose first requests arrive at once, one becomes the first key of the session', async () => {
  const { client, openBrowser } = await start('open');
  const other = await openBrowser();
  const replies = await Promise.all([client.call(verifyToken, {}), other.call(verifyToken, {})]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  expect((await listKeys()).map((key) => key.is_first)).toEqual([true, false]);
  await expect.poll(() => mails().length).toBe(1);
});

test('one proof key with two requests at once is bound once, without a notice', async () => {
  const { client } = await start('strict');
  service.clock.advance(11 * 60_000);
  const replies = await Promise.all([client.call(verifyToken, {}), client.call(verifyToken, {})]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  expect(await listKeys()).toHaveLength(1);
  await service.service.sweep();
  expect(mails()).toHaveLength(0);
});

test('a session that binds proof keys in a loop is refused, but its bound keys and other sessions keep working', async () => {
  const { client, openBrowser } = await start('open');
  await client.call(verifyToken, {});
  for (let index = 0; index < 10; index += 1) await (await openBrowser()).call(verifyToken, {});
  const refused = await (await openBrowser()).call(verifyToken, {});
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect(await listKeys()).toHaveLength(11);
  expect((await client.call(verifyToken, {})).status).toBe(200);

  const elsewhere = await start('open');
  await elsewhere.client.call(verifyToken, {});
  expect((await (await elsewhere.openBrowser()).call(verifyToken, {})).status).toBe(200);
});

test('of thirty new proof keys that two processes receive at once, ten are bound to the session', async () => {
  const another = await service.startAnother();
  const { user, client } = await enterCustody(service, 'ada@example.com', apps.open.id);
  await client.call(verifyToken, {});
  const browsers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      createCustodyClient(index % 2 ? another : service, {
        token: user.privyAccessToken,
        appId: apps.open.id,
      }),
    ),
  );
  const replies = await Promise.all(browsers.map((browser) => browser.call(verifyToken, {})));
  const outcomes = replies.map(({ status }) => status).toSorted();
  expect(outcomes).toEqual([...Array(10).fill(200), ...Array(20).fill(429)]);
  expect(await listKeys()).toHaveLength(11);
  await another.close();
});

test('an app with strict binding accepts a second proof key ten minutes after the login, and refuses a third one later', async () => {
  const { client, openBrowser } = await start('strict');
  await client.call(verifyToken, {});
  const [early, late] = [await openBrowser(), await openBrowser()];
  service.clock.advance(10 * 60_000);
  expect((await early.call(verifyToken, {})).status).toBe(200);
  service.clock.advance(1);
  const refused = await late.call(verifyToken, {});
  expect(refused).toMatchObject({ status: 403, json: { code: 'recent_login_required' } });
  expect((await early.call(verifyToken, {})).status).toBe(200);
  expect((await client.call(verifyToken, {})).status).toBe(200);
  expect(await listKeys()).toHaveLength(2);
});

test('an app with strict binding accepts a second proof key of an old login if the owner confirmed that key, and no other key', async () => {
  const { client, email, openBrowser, token } = await start('strict');
  await client.call(verifyToken, {});
  const [browser, other] = [await openBrowser(), await openBrowser()];
  service.clock.advance(10 * 60_000 + 1);
  const refused = await browser.call(verifyToken, {});
  expect(refused.json).toMatchObject({
    code: 'recent_login_required',
    data: { key: browser.thumbprint },
  });
  const act = { purpose: 'release', key: browser.thumbprint } as const;
  await confirm(service, { token }, email, act, { appId: apps.strict.id });
  expect((await other.call(verifyToken, {})).json.code).toBe('recent_login_required');
  expect((await browser.call(verifyToken, {})).status).toBe(200);
});
