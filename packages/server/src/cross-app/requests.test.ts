import { createChance, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicKeyOf } from './connector.testkit.ts';
import {
  connect,
  createHolder,
  gameOrigin,
  type Holder,
  hosted,
  hostedPage,
  idOf,
  providerId,
  requestOf,
  serviceUrl,
  shopOrigin,
  signOf,
  startCrossApp,
  transact,
  visit,
} from './crossApp.testkit.ts';

let service: TestService;
let ada: Holder;
let token: string;
beforeAll(async () => {
  service = await startCrossApp({ config: { trustedProxies: 0 } });
  ada = await createHolder(service);
  token = (await connect(service, ada)).providerToken;
});
afterAll(() => service.close());

const show = (request: object | string) => transact(service, { token, bearer: ada.token, request });
const showCall = (call: object, more: object = {}) => show(requestOf(service, call, more));

const typedData = {
  domain: { name: 'Game', chainId: 8453 },
  types: { EIP712Domain: [], Move: [{ name: 'to', type: 'string' }] },
  primaryType: 'Move',
  message: { to: 'a1' },
};

test('a wallet request with an offered method is shown with its chain and wallet', async () => {
  const at = { address: ada.address };
  const chain = (json: unknown) => (json as { request: object } | null)?.request;
  expect(chain((await showCall(signOf(ada.address.toLowerCase()))).json)).toMatchObject({
    ...at,
    chain_id: null,
  });
  for (const data of [typedData, JSON.stringify(typedData)]) {
    const { json } = await showCall({ method: 'eth_signTypedData_v4', params: [ada.address, data] });
    expect(chain(json)).toMatchObject({ ...at, chain_id: 8453, params: [ada.address, data] });
  }
  for (const [tx, chain_id] of [
    [{ to: ada.address, value: '0x1', chainId: 1 }, 1],
    [{ to: ada.address, chainId: '0x2105', from: ada.address }, 8453],
    [{ to: ada.address }, null],
  ] as const) {
    const { json } = await showCall({ method: 'eth_sendTransaction', params: [tx] });
    expect(chain(json)).toEqual({ ...at, method: 'eth_sendTransaction', params: [tx], chain_id });
  }
});

test.each([
  ['eth_sign', 'eth_sign'],
  ['a bare hash', 'secp256k1_sign'],
  ['a smart wallet', 'privy_sendSmartWalletTx'],
  ['a method of the connector only', 'eth_signTransaction'],
  ['a call of a contract', 'eth_call'],
  ['a property name of every object', 'constructor'],
])('a wallet request for %s is not supported', async (_, method) => {
  const { code } = await showCall({ method, params: ['0x00', ada.address] });
  expect(code).toBe('not_supported');
});

test.each([
  ['of another origin', 'https://evil.example'],
  ['of the provider', 'http://localhost:3000'],
  ['of the hosted pages', hosted],
  ['of the service', serviceUrl],
  ['of an origin that resembles it', 'https://game.example.evil.example'],
  ['with a user in it', 'https://game.example@evil.example'],
  ['with its user in it', 'https://me@game.example'],
  ['without an origin', 'null'],
  ['of another scheme', 'javascript:alert(1)'],
  ['of another port', 'https://game.example:444'],
])('a wallet request with a callback page %s is refused', async (_, callbackUrl) => {
  expect((await showCall(signOf(ada.address), { callbackUrl })).code).toBe('invalid_data');
});

test('a wallet request that is late or too early is shown as late', async () => {
  const nowMs = service.clock.now();
  for (const timestamp of [nowMs - 120_001, nowMs + 60_001, 0, -1]) {
    const { json } = await showCall(signOf(ada.address), { timestamp });
    expect(json).toMatchObject({ state: 'late', request: null });
  }
  const { json } = await showCall(signOf(ada.address), { timestamp: nowMs - 119_000 });
  expect(json).toMatchObject({ state: 'ready' });
  service.clock.advance(1_001);
  expect((await hostedPage(service, ada.token).open(json?.handle ?? '')).json).toMatchObject({
    state: 'late',
  });
});

test('a wallet request to a wallet that is not the user’s is refused', async () => {
  const { json } = await showCall(signOf(`0x${'12'.repeat(20)}`));
  expect(json).toMatchObject({ state: 'not_connected', request: null });
  expect(json).not.toHaveProperty('token');
});

const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
test.each([
  ['invalid JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no content', '{}'],
  ['too long', `"${'x'.repeat(12_000)}"`],
  ['a field named __proto__', '{"content":{"request":{"request":{"__proto__":{"method":"personal_sign"}}}}}'],
  ['depth', JSON.stringify(nested(100))],
])('[S56] a wallet request is refused because of its text: %s', async (_, request) => {
  expect((await show(request)).code ?? 'lost').toBeOneOf(['invalid_data', 'lost']);
});

test('[S56] 200 randomly changed cross-app requests cause no fault, and each one that is shown is shown as it was sent', async () => {
  const chance = createChance(20);
  const whole = JSON.stringify(requestOf(service, signOf(ada.address)));
  for (let round = 0; round < 200; round += 1) {
    const at = chance.integer(whole.length);
    const put = chance.pick(['', '"', '{', '}', '\u0000', '\ud800', '9e999', 'null', '[[', '\\']);
    const text = `${whole.slice(0, at)}${put}${whole.slice(at + chance.integer(4))}`;
    const { json, status } = await show(text);
    expect(status, text).toBeLessThan(500);
    if (json?.state !== 'ready') continue;
    const call = JSON.parse(Buffer.from(text).toString()).content.request.request; // replaces lone surrogates, as a URL does
    expect(json.request?.params).toEqual(call.params);
  }
});

test('cross-app redirects of random queries lead only to the hosted pages', async () => {
  const chance = createChance(21);
  const words = [
    ...['token', 'request', 'provider_app_id', 'requester_origin', 'connect', 'redirect_uri', 'url', 'state'],
    ...[
      hosted,
      gameOrigin,
      'https://evil.example',
      '//evil.example',
      providerId,
      'true',
      '%00',
      '%ff',
      token,
      '',
    ],
  ];
  const rounds = process.env.LATCHKEY_WIDE === '1' ? 2_000 : 200;
  for (let round = 0; round < rounds; round += 1) {
    const path = chance.pick(['/oauth/transact', '/cross-app/connect', '/cross-app/transact']);
    const pairs = Array.from(
      { length: chance.integer(6) },
      () => `${chance.pick(words)}=${chance.pick(words)}`,
    );
    const response = await visit(service, path, pairs.join('&'));
    expect([400, 302]).toContain(response.status);
    expect(response.headers.get('location') ?? hosted).toMatch(/^http:\/\/localhost:4002(?:\/cross-app\/|$)/);
  }
});

test('a cross-app redirect passes on only the app and an id, is not cached, and keeps the opener of the popup', async () => {
  const request = JSON.stringify(requestOf(service, signOf(ada.address, 'Once')));
  const response = await visit(service, '/oauth/transact', { token, request });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toMatch(
    new RegExp(`^${hosted}/cross-app/transact\\?app=${providerId}&id=[\\w-]{43}$`),
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  const at = `${serviceUrl}/oauth/transact?${new URLSearchParams({ token, request })}`;
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'])
    expect((await service.fetch(new Request(at, { method }))).status).toBe(404);
  for (const doubled of [`${at}&token=x`, `${at}&request=x`])
    expect((await service.fetch(new Request(doubled))).status).toBe(400);
  const id = idOf(response) ?? '';
  expect((await hostedPage(service, ada.token).take(id)).json).toMatchObject({ state: 'ready' });
});

const withoutHosted = { hostedUrl: null };
test('a deployment without hosted pages has no cross-app redirects', async () => {
  const another = await service.startAnother({ config: withoutHosted });
  const response = await another.fetch(new Request(`${serviceUrl}/cross-app/connect?connect=true`));
  expect(response.status).toBe(404);
  await another.close();
});

test('a network that opens too many popups gets a page with status 429', async () => {
  const own = await startCrossApp();
  const query = {
    requester_public_key: publicKeyOf(),
    connect: 'true',
    provider_app_id: providerId,
    requester_origin: shopOrigin,
  };
  const statusesOf = async (times: number, open: () => Promise<Response>) => {
    const statuses: number[] = [];
    for (let round = 0; round < times; round += 1) statuses.push((await open()).status);
    return statuses;
  };
  const open = () => visit(own, '/cross-app/connect', query, '203.0.113.7');
  expect(new Set(await statusesOf(120, open))).toEqual(new Set([302]));
  const busy = await open();
  expect(busy.status).toBe(429);
  expect(busy.headers.get('content-type')).toEqual(expect.stringContaining('text/html'));
  own.clock.advance(60_000);
  expect((await open()).status).toBe(302);

  await own.close();
});

test('[S45] users can open popups from a network from which an attacker opens many made-up ones', async () => {
  const own = await startCrossApp();
  const network = '203.0.113.8';
  const holder = await createHolder(own);
  const right = { token: (await connect(own, holder)).providerToken, request: '{}' };
  const listed = {
    requester_public_key: publicKeyOf(),
    connect: 'true',
    provider_app_id: providerId,
    requester_origin: shopOrigin,
  };
  for (let round = 0; round < 130; round += 1) {
    const token = right.token.replace(/.$/, '');
    expect((await visit(own, '/oauth/transact', { ...right, token }, network)).status).toBe(400);
    const unlisted = { ...listed, requester_origin: `https://evil-${round}.example` };
    expect((await visit(own, '/cross-app/connect', unlisted, network)).status).toBe(400);
  }
  // Made-up apps are counted, as everywhere, and do not lock out the apps that this process knows.
  const madeUp = (round: number) => ({ ...listed, provider_app_id: `latchkey-made-up-app-${round}` });
  const statuses = [];
  for (let round = 0; round < 130; round += 1)
    statuses.push((await visit(own, '/cross-app/connect', madeUp(round), network)).status);
  expect(statuses[0]).toBe(400);
  expect(statuses[129]).toBe(429);
  expect((await visit(own, '/oauth/transact', right, network)).status).toBe(302);
  expect((await visit(own, '/cross-app/connect', listed, network)).status).toBe(302);
  await own.close();
});

test('an origin that is not on the provider’s list, or whose request is malformed, gets no redirect', async () => {
  const query = {
    requester_public_key: publicKeyOf(),
    connect: 'true',
    provider_app_id: providerId,
    requester_origin: shopOrigin,
  };
  expect((await visit(service, '/cross-app/connect', query)).status).toBe(302);
  for (const flaw of [
    { requester_origin: 'https://evil.example' },
    { requester_origin: 'https://shop.example/' },
    { requester_origin: 'http://shop.example' },
    { requester_origin: gameOrigin },
    { requester_origin: hosted },
    { requester_origin: 'null' },
    { requester_public_key: 'AAAA' },
    { requester_public_key: Buffer.alloc(33, 2).toString('base64').replace(/^./, '+') },
    { provider_app_id: 'latchkey-none-app-0000001' },
    { smart_wallet_mode: 'true' },
    { connect: 'false' },
  ])
    expect((await visit(service, '/cross-app/connect', { ...query, ...flaw })).status).toBe(400);
});
