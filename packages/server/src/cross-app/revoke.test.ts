import { logIn, type TestService } from '@latchkey/testkit';
import { auditRoutes, crossAppRoutes, webhookRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../webhooks/webhooks.testkit.ts';
import { connectPage, createPageKey } from './connector.testkit.ts';
import {
  agree,
  connect,
  createHolder,
  gameOrigin,
  type Holder,
  hosted,
  hostedPage,
  logInWith,
  providerApp,
  providerId,
  requestByCrossApp,
  requesterApp,
  requesterId,
  requestOf,
  shopOrigin,
  signOf,
  startCrossApp,
  transact,
} from './crossApp.testkit.ts';

let service: TestService;
let receiver: Receiver;
let ada: Holder;
let people = 0;
const operator = { bearer: 'test-admin-key' };
beforeAll(async () => {
  service = await startCrossApp();
  receiver = await startReceiver();
  const body = { url: receiver.url, types: ['user.app_connected', 'user.app_disconnected'] };
  const { status } = await service.call(webhookRoutes.create, {
    ...operator,
    params: { id: providerId },
    body,
  });
  expect(status).toBe(200);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  people += 1;
  ada = await createHolder(service, `person-${people}@example.com`);
});

const listOwn = async (bearer = ada.token) =>
  (await service.call(crossAppRoutes.listOwn, { bearer })).json.connected_apps;
const listOfUser = async () =>
  (await service.call(crossAppRoutes.listOfUser, { params: { user_id: ada.userId } })).json.connected_apps;
const listOfApp = async (body: object = {}) =>
  (await service.call(crossAppRoutes.list, { ...operator, params: { id: providerId }, body })).json;

const ends = {
  'its user': (connection_id: string) =>
    service.call(crossAppRoutes.endOwn, { bearer: ada.token, params: { connection_id } }),
  'the operator': (connection_id: string) =>
    service.call(crossAppRoutes.end, { ...operator, params: { id: providerId, connection_id } }),
  'a back end': (connection_id: string) =>
    service.call(crossAppRoutes.endOfUser, { params: { user_id: ada.userId, connection_id } }),
} as const;

test.each(Object.entries(ends))('%s ends a cross-app connection at once', async (_, end) => {
  const { providerToken: token } = await connect(service, ada);
  const show = async () =>
    (await transact(service, { token, bearer: ada.token, request: requestOf(service, signOf(ada.address)) }))
      .json;
  expect(await show()).toMatchObject({ state: 'ready' });
  const [connected] = await listOwn();
  expect(connected).toEqual({
    id: expect.stringMatching(/^[a-z2-7]{24}$/),
    requester: {
      app_id: requesterId,
      name: 'Game',
      icon_url: 'https://game.example/icon.png',
      origin: gameOrigin,
    },
    read_only: false,
    created_at: expect.any(Number),
    used_at: service.clock.now(),
    expires_at: expect.any(Number),
  });
  expect(await listOfUser()).toEqual([connected]);
  expect((await listOfApp({ user_id: ada.userId })).connections).toEqual([
    { ...connected, user_id: ada.userId },
  ]);

  service.clock.advance(1);
  const id = connected?.id ?? '';
  expect((await end(id)).status).toBe(200);
  expect(await show()).toMatchObject({ state: 'not_connected', request: null, token: { action: 'clear' } });
  expect(await listOwn()).toEqual([]);
  expect((await end(id)).json.code).toBe('not_found');
});

test('cross-app connections of another user or app cannot be seen or ended', async () => {
  await connect(service, ada);
  const [connected] = await listOwn();
  const connection_id = connected?.id ?? '';
  const bob = await createHolder(service, `bob-${people}@example.com`);
  const tries = [
    service.call(crossAppRoutes.endOwn, { bearer: bob.token, params: { connection_id } }),
    service.call(crossAppRoutes.end, { ...operator, params: { id: requesterId, connection_id } }),
    service.call(crossAppRoutes.endOfUser, { params: { user_id: bob.userId, connection_id } }),
  ];
  for (const { json } of await Promise.all(tries)) expect(json.code).toBe('not_found');
  const foreign = { appId: requesterId, params: { user_id: ada.userId, connection_id } };
  expect((await service.call(crossAppRoutes.endOfUser, foreign)).json.code).toBe('user_does_not_exist');
  expect((await service.call(crossAppRoutes.listOwn)).json.code).toBe('missing_or_invalid_token');
  expect(await listOwn(bob.token)).toEqual([]);
  expect(await listOwn()).toHaveLength(1);
});

test('[S37] a requester that is removed from the list or disabled is refused within ten seconds', async () => {
  const { providerToken: token } = await connect(service, ada);
  const own = { requester: 'latchkey-moved-app-000001', origin: 'https://moved.example' };
  const show = async () =>
    (await transact(service, { token, bearer: ada.token, request: requestOf(service, signOf(ada.address)) }))
      .json;
  expect(await show()).toMatchObject({ state: 'ready' });
  for (const apps of [
    [providerApp([{ app_id: own.requester, read_only: false }]), requesterApp],
    [providerApp(), { ...requesterApp, disabled: true }],
  ]) {
    const another = await service.startAnother({ apps });
    service.clock.advance(10_000);
    expect(await show()).toMatchObject({ state: 'not_connected', request: null });
    await another.close();
    const back = await service.startAnother();
    service.clock.advance(10_000);
    await back.close();
    expect(await show()).toMatchObject({ state: 'ready' });
  }
});

test('[S37] a requester that is removed from the list during a login gets nothing for its code', async () => {
  const { trip } = await requestByCrossApp(service);
  const { code } = await agree(service, trip, ada.token);
  const another = await service.startAnother({ apps: [providerApp([]), requesterApp] });
  service.clock.advance(10_000);
  const { json, status } = await logInWith(service, trip, code);
  expect(status).toBe(422);
  expect(json.code).toBe('not_supported');
  await another.close();
  const back = await service.startAnother();
  service.clock.advance(10_000);
  await back.close();
});

test('[S37] a cross-app connection lasts thirty days from the last consent', async () => {
  await connect(service, ada);
  const [first] = await listOwn();
  service.clock.advance(29 * 86_400_000);
  const login = await logIn(service, `person-${people}@example.com`);
  const token = login.token ?? '';
  await connect(service, { token });
  const [renewed] = await listOwn(token);
  expect(renewed).toMatchObject({ id: first?.id, created_at: first?.created_at });
  service.clock.advance(30 * 86_400_000);
  const late = (await logIn(service, `person-${people}@example.com`)).token ?? '';
  expect(await listOwn(late)).toEqual([]);
  await service.service.sweep();
  expect((await listOfApp({ user_id: ada.userId })).connections).toEqual([]);
});

test('webhooks and the audit log report cross-app connections, without an origin, an address or a request', async () => {
  receiver.received.length = 0;
  await connect(service, ada);
  service.clock.advance(1);
  await connectPage(service, { bearer: ada.token, key: createPageKey() });
  for (const { id } of await listOwn()) await ends['its user'](id);
  await service.service.seal();
  await service.service.deliver();
  const events = receiver.received.map(({ event }) => event as unknown as Record<string, unknown>);
  const mine = events.filter((event) => event.user_id === ada.userId);
  expect(mine.map(({ type, requester_app_id }) => [type, requester_app_id])).toEqual([
    ['user.app_connected', requesterId],
    ['user.app_connected', null],
    ['user.app_disconnected', null],
    ['user.app_disconnected', requesterId],
  ]);
  expect(mine[0]).toEqual({
    type: 'user.app_connected',
    user_id: ada.userId,
    requester_app_id: requesterId,
    read_only: false,
    connection_id: expect.any(String),
    occurred_at: expect.any(Number),
  });
  const { json } = await service.call(auditRoutes.list, { ...operator, params: { id: providerId } });
  const told = JSON.stringify(json.events.filter(({ kind }) => kind.startsWith('cross_app.')));
  expect(told).toContain('"requester":"origin"');
  for (const word of [gameOrigin, shopOrigin, ada.address, 'Hello']) expect(told).not.toContain(word);
});

test('a wallet request is recorded once, even if its page is reloaded', async () => {
  const { providerToken: token } = await connect(service, ada);
  const request = requestOf(service, signOf(ada.address));
  const { json } = await transact(service, { token, bearer: ada.token, request });
  const page = hostedPage(service, ada.token);
  for (let load = 0; load < 3; load += 1)
    expect((await page.open(json?.handle ?? '')).json).toMatchObject({ state: 'ready' });
  await service.service.seal();
  const log = await service.call(auditRoutes.list, { ...operator, params: { id: providerId } });
  const kinds = log.json.events.filter(({ user_id }) => user_id === ada.userId).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'cross_app.requested')).toHaveLength(1);
});

test('a user gets a mail when another app may request signatures, with a link to end the connection', async () => {
  const email = `person-${people}@example.com`;
  const mails = () =>
    service.outbox.messages.filter(({ subject, to }) => to === email && subject?.includes('can now ask'));
  await connect(service, ada);
  await expect.poll(() => mails().length).toBe(1);
  const [letter] = mails();
  expect(letter?.subject).toBe('Game can now ask for signatures of your Wallets wallet');
  expect(letter?.text).toContain(`${hosted}/connections?app=${providerId}`);
  // A second consent sends no mail.
  await connect(service, ada);
  await service.service.sweep();
  expect(mails()).toHaveLength(1);
});

test('the operator lists the cross-app connections of an app page by page, or those of one requester', async () => {
  const own = await startCrossApp();
  const holders = [];
  for (const name of ['a', 'b', 'c']) holders.push(await createHolder(own, `${name}@example.com`));
  for (const holder of holders) await connect(own, holder);
  await connectPage(own, { bearer: holders[0]?.token ?? '', key: createPageKey() });
  const read = async (body: object) =>
    (await own.call(crossAppRoutes.list, { ...operator, params: { id: providerId }, body })).json;
  const ids: string[] = [];
  let after: string | null = '';
  for (let page = 0; page < 4 && after !== null; page += 1) {
    const { connections, next_after } = await read({ limit: '2', ...(after ? { after } : {}) });
    ids.push(...connections.map(({ id }) => id));
    after = next_after;
  }
  expect(new Set(ids).size).toBe(4);
  expect((await read({ requester: requesterId })).connections).toHaveLength(3);
  expect((await read({ requester: shopOrigin })).connections).toHaveLength(1);
  const other = await own.call(crossAppRoutes.list, {
    ...operator,
    params: { id: 'latchkey-none-app-0000001' },
  });
  expect(other.json.code).toBe('app_not_found');
  await own.close();
});

test('a user with a hundred cross-app connections loses the least recently used one when they agree to a new one', async () => {
  const listed = Array.from({ length: 50 }, (_, index) => ({
    origin: `https://shop-${index}.example`,
    read_only: true,
  }));
  const own = await startCrossApp({ listed });
  const holder = await createHolder(own);
  const key = createPageKey();
  const say = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      own.clock.advance(1_000);
      await connectPage(own, { bearer: holder.token, key, origin: `https://shop-${index}.example` });
    }
  };
  await say(0, 50);
  await own.database.statement(
    'cross_app_more',
    `insert into cross_app_connections
     select app_id, 'more-' || connection_id, user_id, null, requester_origin || '.more', subject, read_only,
       created_at_ms, agreed_at_ms + 1, used_at_ms, expires_at_ms from cross_app_connections`,
  )([]);
  // The first connection has been used since. Its copy has never been used, so the copy is the least recently used.
  await own.database.statement(
    'cross_app_used',
    'update cross_app_connections set used_at_ms = expires_at_ms where requester_origin = $1',
  )(['https://shop-0.example']);
  const held = async () => {
    const rows = await own.database.statement<{ origin: string }>(
      'cross_app_held',
      'select requester_origin as origin from cross_app_connections',
    )([]);
    return rows.map(({ origin }) => origin);
  };
  const before = await held();
  expect(before).toHaveLength(100);
  const another = await own.startAnother({
    apps: [providerApp([{ origin: 'https://last.example', read_only: true }]), requesterApp],
  });
  own.clock.advance(10_000);
  await connectPage(another, { bearer: holder.token, key, origin: 'https://last.example' });
  const after = before.map((origin) =>
    origin === 'https://shop-0.example.more' ? 'https://last.example' : origin,
  );
  expect((await held()).sort()).toEqual(after.sort());
  const { json } = await own.call(crossAppRoutes.listOwn, { bearer: holder.token });
  expect(json.connected_apps[0]?.requester.origin).toBe('https://last.example');
  await another.close();
  await own.close();
});
