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

test('each method that may be asked for is shown with its chain and wallet', async () => {
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
  ['what only the connector asks', 'eth_signTransaction'],
  ['the chain', 'eth_call'],
  ['a name of every object', 'constructor'],
])('%s is not supported', async (_, method) => {
  const { code } = await showCall({ method, params: ['0x00', ada.address] });
  expect(code).toBe('not_supported');
});

test.each([
  ['of another origin', 'https://evil.example'],
  ['of the provider', 'http://localhost:3000'],
  ['of the hosted pages', hosted],
  ['of the service', serviceUrl],
  ['of one that looks like it', 'https://game.example.evil.example'],
  ['with a user in it', 'https://game.example@evil.example'],
  ['with its user in it', 'https://me@game.example'],
  ['without an origin', 'null'],
  ['of another scheme', 'javascript:alert(1)'],
  ['of another port', 'https://game.example:444'],
])('a page %s is no place for an answer', async (_, callbackUrl) => {
  expect((await showCall(signOf(ada.address), { callbackUrl })).code).toBe('invalid_data');
});

test('a request has its time: late and early ones are shown as late, and burn nothing', async () => {
  const nowMs = service.clock.now();
  for (const timestamp of [nowMs - 120_001, nowMs + 60_001, 0, -1]) {
    const { json } = await showCall(signOf(ada.address), { timestamp });
    expect(json).toMatchObject({ state: 'late', request: null });
  }
  const { json } = await showCall(signOf(ada.address), { timestamp: nowMs - 119_000 });
  expect(json).toMatchObject({ state: 'ready' });
  // While it stands.
  service.clock.advance(1_001);
  expect((await hostedPage(service, ada.token).open(json?.handle ?? '')).json).toMatchObject({
    state: 'late',
  });
});

test('a wallet that is none of the person’s is not asked', async () => {
  const { json } = await showCall(signOf(`0x${'12'.repeat(20)}`));
  expect(json).toMatchObject({ state: 'not_connected', request: null });
  expect(json).not.toHaveProperty('token');
});

const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no content', '{}'],
  ['too long', `"${'x'.repeat(12_000)}"`],
  ['a field named __proto__', '{"content":{"request":{"request":{"__proto__":{"method":"personal_sign"}}}}}'],
  ['depth', JSON.stringify(nested(100))],
])('[S56] %s is refused as data', async (_, request) => {
  expect((await show(request)).code ?? 'lost').toBeOneOf(['invalid_data', 'lost']);
});

test('[S56] of 200 requests that were changed at random none is a fault, and none asks for what was not written', async () => {
  const chance = createChance(20);
  const whole = JSON.stringify(requestOf(service, signOf(ada.address)));
  for (let round = 0; round < 200; round += 1) {
    const at = chance.integer(whole.length);
    const put = chance.pick(['', '"', '{', '}', '\u0000', '\ud800', '9e999', 'null', '[[', '\\']);
    const text = `${whole.slice(0, at)}${put}${whole.slice(at + chance.integer(4))}`;
    const { json, status } = await show(text);
    expect(status, text).toBeLessThan(500);
    if (json?.state !== 'ready') continue;
    // What is shown is what the text says.
    const call = JSON.parse(Buffer.from(text).toString()).content.request.request; // as an address carries it
    expect(json.request?.params).toEqual(call.params);
  }
});

test('redirects lead to the hosted pages and nowhere else, whatever they are asked', async () => {
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

test('a redirect says nothing on, is kept by no one, and leaves the popup its opener', async () => {
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
test('where there are no hosted pages, there are no redirects', async () => {
  const another = await service.startAnother({ config: withoutHosted });
  const response = await another.fetch(new Request(`${serviceUrl}/cross-app/connect?connect=true`));
  expect(response.status).toBe(404);
  await another.close();
});

test('a network that opens popups without end is told to wait, in a page', async () => {
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
  expect([busy.status, busy.headers.get('content-type')]).toEqual([
    429,
    expect.stringContaining('text/html'),
  ]);
  own.clock.advance(60_000);
  expect((await open()).status).toBe(302);

  // Fewer of those that lead nowhere.
  const guess = () => visit(own, '/oauth/transact', { token: 'x', request: '{}' }, '203.0.113.8');
  const guesses = await statusesOf(61, guess);
  expect(guesses.slice(0, 60)).toEqual(Array(60).fill(400));
  expect(guesses[60]).toBe(429);
  await own.close();
});

test('pages of an origin that is not on the list get no redirect', async () => {
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
