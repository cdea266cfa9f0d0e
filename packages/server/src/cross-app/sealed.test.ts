import { deflateSync } from 'node:zlib';
import { logIn, type TestService } from '@latchkey/testkit';
import { crossAppRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectPage,
  createPageKey,
  openResult,
  type PageKey,
  seal,
  sealBytes,
  sendSealed,
} from './connector.testkit.ts';
import {
  createHolder,
  type Holder,
  hostedPage,
  idOf,
  providerId,
  shopOrigin,
  signOf,
  startCrossApp,
  visit,
} from './crossApp.testkit.ts';

let service: TestService;
let ada: Holder;
let key: PageKey;
let shared: string;
beforeAll(async () => {
  service = await startCrossApp();
  ada = await createHolder(service);
  key = createPageKey();
  shared = key.sharedWith((await connectPage(service, { bearer: ada.token, key })).message.providerPublicKey);
});
afterAll(() => service.close());

const send = async (request: object, more: { bearer?: string; key?: PageKey } = {}) =>
  sendSealed(service, { bearer: ada.token, key, sealed: await seal(shared, request), ...more });

test('a page of a listed origin is connected by a message to that origin', async () => {
  const { asked, message, origin } = await connectPage(service, { bearer: ada.token, key });
  expect(asked).toMatchObject({
    kind: 'connect',
    by: 'message',
    state: 'ready',
    is_first: false,
    requester: { app_id: null, name: 'shop.example', icon_url: null, origin: shopOrigin },
  });
  expect(origin).toBe(shopOrigin);
  expect(message).toEqual({
    type: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
    address: ada.address,
    providerPublicKey: expect.stringMatching(/^[A-Za-z0-9+/]{44}$/),
    exp: service.clock.now() + 30 * 86_400_000,
  });
  // A further consent to a live connection yields the same key for the same page.
  expect(key.sharedWith(message.providerPublicKey)).toBe(shared);
  const other = createPageKey();
  const second = await connectPage(service, { bearer: ada.token, key: other });
  expect(second.message.providerPublicKey).not.toBe(message.providerPublicKey);
});

test('a connection request of the published connector is answered once, even if twenty answers arrive at once', async () => {
  const response = await visit(service, '/cross-app/connect', {
    requester_public_key: key.publicKey,
    connect: 'true',
    provider_app_id: providerId,
    requester_origin: shopOrigin,
  });
  const page = hostedPage(service, ada.token);
  const { json } = await page.take(idOf(response) ?? '');
  const answers = await Promise.all(Array.from({ length: 20 }, () => page.answer(json.handle)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ json: { code } }) => code === 'not_found')).toHaveLength(19);
});

test('a sealed request opens for its user, and the result is sealed with the same key', async () => {
  const { json } = await send({ ...signOf(ada.address, '0x48656c6c6f'), chainId: 1 });
  expect(json).toMatchObject({
    kind: 'transact',
    by: 'sealed',
    state: 'ready',
    until: service.clock.now() + 120_000,
    request: {
      method: 'personal_sign',
      params: ['0x48656c6c6f', ada.address],
      chain_id: 1,
      address: ada.address,
    },
  });
  expect(json?.seal_key).toBe(shared);
  const result = await sealBytes(json?.seal_key ?? '', deflateSync(Buffer.from('0xsigned')));
  expect(await openResult(shared, { encrypted: result.encrypted_request, iv: result.iv })).toBe('0xsigned');
});

test('in a sealed personal_sign request the text may come after the address, and of two addresses the second is the signer', async () => {
  const other = `0x${'1'.repeat(40)}`;
  const request = async (...params: unknown[]) =>
    (await send({ method: 'personal_sign', params })).json?.request;
  expect(await request(ada.address, '0x48656c6c6f')).toMatchObject({
    params: ['0x48656c6c6f', ada.address],
    address: ada.address,
  });
  expect(await request(other, ada.address)).toMatchObject({
    params: [other, ada.address],
    address: ada.address,
  });
});

test('the published connector may also request the signature of a transaction', async () => {
  const { json } = await send({
    method: 'eth_signTransaction',
    params: [{ to: ada.address, chainId: 1 }],
    chainId: 1,
  });
  expect(json).toMatchObject({ state: 'ready', request: { chain_id: 1, address: ada.address } });
  expect((await send({ method: 'eth_sign', params: [ada.address, '0x00'] })).code).toBe('not_supported');
  expect((await send({ method: 'personal_sign' })).code).toBe('invalid_data');
});

test('the key of a sealed request is not returned before the user is signed in', async () => {
  const { json } = await sendSealed(service, { key, sealed: await seal(shared, signOf(ada.address)) });
  expect(json).toMatchObject({ state: 'login', request: null });
  expect(json).not.toHaveProperty('seal_key');
  const opened = await hostedPage(service, ada.token).open(json?.handle ?? '');
  expect(opened.json).toMatchObject({ state: 'ready', seal_key: shared });
});

test('a sealed request does not open for another page key or another user', async () => {
  const clear = { state: 'not_connected', request: null, token: { action: 'clear' } };
  expect((await send(signOf(ada.address), { key: createPageKey() })).json).toMatchObject(clear);
  const bob = await createHolder(service, 'bob@example.com');
  expect((await send(signOf(ada.address), { bearer: bob.token })).json).toMatchObject(clear);
  await connectPage(service, { bearer: bob.token, key });
  const foreign = await send(signOf(ada.address), { bearer: bob.token });
  expect(foreign.json).toMatchObject(clear);
  expect(foreign.json).not.toHaveProperty('seal_key');
});

test.each([
  ['a changed byte', (sealed: Buffer) => sealed.fill(sealed.readUInt8(3) ^ 1, 3, 4)],
  ['a cut tag', (sealed: Buffer) => sealed.subarray(0, -1)],
  ['nothing', () => Buffer.alloc(17)],
])('a sealed request with %s does not open', async (_, spoil) => {
  const { encrypted_request, iv } = await seal(shared, signOf(ada.address));
  const spoilt = spoil(Buffer.from(encrypted_request, 'base64')).toString('base64');
  const { json } = await sendSealed(service, {
    bearer: ada.token,
    key,
    sealed: { iv, encrypted_request: spoilt },
  });
  expect(json).toMatchObject({ state: 'not_connected', request: null });
});

test('[S56] a sealed request that decompresses beyond the limit, is not text, or names __proto__ is refused', async () => {
  const bomb = deflateSync(Buffer.alloc(10_000_000, 32));
  for (const bytes of [
    bomb.subarray(0, 8_000),
    deflateSync(Buffer.alloc(70_000, 32)),
    Buffer.from('{}'),
    deflateSync(Buffer.from([0xff, 0xfe])),
  ]) {
    const { json } = await sendSealed(service, {
      bearer: ada.token,
      key,
      sealed: await sealBytes(shared, bytes),
    });
    expect(json).toMatchObject({ state: 'not_connected' });
  }
  for (const text of ['[]', 'null', '{"method":"personal_sign","params":[{"__proto__":{}}]}', '{']) {
    const sealed = await sealBytes(shared, deflateSync(Buffer.from(text)));
    expect((await sendSealed(service, { bearer: ada.token, key, sealed })).code).toBe('invalid_data');
  }
  const { publicKey } = key;
  const long = { iv: 'A'.repeat(16), encrypted_request: 'A'.repeat(12_001) };
  expect((await sendSealed(service, { key: { ...key, publicKey }, sealed: long })).status).toBe(400);
});

test('a connection request of the published connector gets no address from a user without a wallet, and stays open', async () => {
  const token = (await logIn(service, 'empty@example.com')).token ?? '';
  const response = await visit(service, '/cross-app/connect', {
    requester_public_key: key.publicKey,
    connect: 'true',
    provider_app_id: providerId,
    requester_origin: shopOrigin,
  });
  const page = hostedPage(service, token);
  const { json } = await page.take(idOf(response) ?? '');
  expect((await page.answer(json.handle)).json.code).toBe('embedded_wallet_not_found');
  expect((await page.open(json.handle)).json).toMatchObject({ state: 'ready' });
});

test('the keys of a connection of the published connector end with it', async () => {
  const own = createPageKey();
  const carol = await createHolder(service, 'carol@example.com');
  const first = await connectPage(service, { bearer: carol.token, key: own });
  const list = async () =>
    (await service.call(crossAppRoutes.listOwn, { bearer: carol.token })).json.connected_apps;
  const [connected] = await list();
  expect(connected).toMatchObject({ requester: { app_id: null, origin: shopOrigin } });
  await service.call(crossAppRoutes.endOwn, {
    bearer: carol.token,
    params: { connection_id: connected?.id ?? '' },
  });
  const sealed = await seal(own.sharedWith(first.message.providerPublicKey), signOf(carol.address));
  const shown = await sendSealed(service, { bearer: carol.token, key: own, sealed });
  expect(shown.json).toMatchObject({ state: 'not_connected', token: { action: 'clear' } });
  const second = await connectPage(service, { bearer: carol.token, key: own });
  expect(second.message.providerPublicKey).not.toBe(first.message.providerPublicKey);
});
