import { createHmac } from 'node:crypto';
import { logIn, type TestService } from '@latchkey/testkit';
import { crossAppRoutes, meRoutes, oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agree,
  connect,
  createHolder,
  crossAppLoginBody,
  gameOrigin,
  type Holder,
  hostedPage,
  idOf,
  providerId,
  requestByCrossApp,
  requesterId,
  requestOf,
  signOf,
  startCrossApp,
  transact,
  visit,
} from './crossApp.testkit.ts';
import { createTokens } from './token.ts';

let service: TestService;
let ada: Holder;
let providerToken: string;
let gameToken: string;
const connectionOf = async () => {
  const { json } = await service.call(crossAppRoutes.listOwn, { bearer: ada.token });
  return json.connected_apps[0]?.id ?? '';
};
beforeAll(async () => {
  service = await startCrossApp();
  ada = await createHolder(service);
  const { providerToken: token, reply } = await connect(service, ada);
  providerToken = token;
  gameToken = reply.token ?? '';
});
afterAll(() => service.close());

const show = (token: string, bearer = ada.token) =>
  transact(service, { token, bearer, request: requestOf(service, signOf(ada.address)) });

test('the provider token of a live connection shows a request to its user', async () => {
  expect((await show(providerToken)).json).toMatchObject({
    kind: 'transact',
    by: 'message',
    state: 'ready',
    scope: 'transact',
    is_first: false,
    requester: { app_id: requesterId, name: 'Game', origin: gameOrigin },
    request: {
      method: 'personal_sign',
      params: ['Hello', ada.address],
      chain_id: null,
      address: ada.address,
    },
    until: service.clock.now() + 120_000,
  });
});

test('[S20] a provider token is not an access token of either app', async () => {
  for (const [appId, origin] of [
    [providerId, 'http://localhost:3000'],
    [requesterId, gameOrigin],
  ] as const) {
    const { json } = await service.call(meRoutes.getMe, { appId, origin, bearer: providerToken });
    expect(json.code).toBe('missing_or_invalid_token');
  }
});

test('[S20] access tokens, altered provider tokens and provider tokens of another service are refused as provider tokens', async () => {
  const [head = '', payload = '', mac = ''] = providerToken.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signed = (key: string) => createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url');
  const foreign = createTokens({ secret: new Uint8Array(32).fill(9) });
  const forged = {
    'an access token': ada.token,
    'an access token of the requester': gameToken,
    nothing: 'x',
    'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'another claim': `${head}.${encode({ ...claims, sub: 'a'.repeat(24) })}.${mac}`,
    'another scope': `${head}.${encode({ ...claims, scope: 'transact ' })}.${mac}`,
    'a key of its own': `${head}.${payload}.${signed('')}`,
    'another service': foreign.issue(claims),
    'half a code': `${head}.${payload}.${mac.slice(0, 20)}`,
    'one part more': `${providerToken}.x`,
  };
  for (const [name, token] of Object.entries(forged)) {
    const response = await visit(service, '/oauth/transact', {
      token,
      request: JSON.stringify(requestOf(service, signOf(ada.address))),
    });
    expect(response.status, name).toBe(400);
    expect(idOf(response), name).toBeNull();
  }
});

test('a provider token does not identify its user, so another signed-in user at the provider is refused', async () => {
  const bob = await createHolder(service, 'bob@example.com');
  const shown = await show(providerToken, bob.token);
  expect(shown.json).toMatchObject({ state: 'other_user', request: null });
  expect(shown.json).not.toHaveProperty('token');
  // Without a session the user logs in and opens the request by its handle.
  const { json } = await transact(service, {
    token: providerToken,
    request: requestOf(service, signOf(ada.address, 'Later')),
  });
  expect(json).toMatchObject({ state: 'login', request: null });
  const opened = await hostedPage(service, ada.token).open(json?.handle ?? '');
  expect(opened.json).toMatchObject({ state: 'ready', request: { params: ['Later', ada.address] } });
  // A session of another app is unknown at the provider.
  const foreign = await logIn(service, 'ada@example.com', { appId: requesterId, origin: gameOrigin });
  expect((await show(providerToken, foreign.token ?? '')).json).toMatchObject({ state: 'login' });
});

test('a provider token with another requester, provider or connection is refused', async () => {
  const tokens = createTokens(service.world);
  const claims = {
    ...({ azp: requesterId, aid: providerId, sub: await connectionOf(), scope: 'transact' } as const),
    iat: Math.floor(service.clock.now() / 1000),
    exp: Math.floor(service.clock.now() / 1000) + 60,
  } as const;
  expect((await show(tokens.issue(claims))).json).toMatchObject({ state: 'ready' });
  const gone = await show(tokens.issue({ ...claims, sub: 'a'.repeat(24) }));
  expect(gone.json).toMatchObject({ state: 'not_connected', token: { action: 'clear' }, request: null });
  // The callback page is not a page of the provider, so the provider is refused as the requester.
  expect((await show(tokens.issue({ ...claims, azp: providerId }))).code).toBe('invalid_data');
  expect((await show(tokens.issue({ ...claims, aid: 'latchkey-none-app-0000001' }))).status).toBe(400);
  expect((await show(tokens.issue({ ...claims, aid: requesterId }))).code).toBe('not_found');
});

test('a provider token ends with its connection, and a new consent has another connection', async () => {
  const own = await startCrossApp();
  const holder = await createHolder(own);
  const first = await connect(own, holder);
  own.clock.advance(30 * 86_400_000);
  const { token } = await logIn(own, 'ada@example.com');
  const late = await transact(own, {
    token: first.providerToken,
    bearer: token ?? '',
    request: requestOf(own, signOf(holder.address)),
  });
  expect(late.json).toMatchObject({ state: 'not_connected', token: { action: 'clear' } });
  const second = await connect(own, { token: token ?? '' });
  const idIn = (text: string) =>
    JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).sub;
  expect(idIn(second.providerToken)).not.toBe(idIn(first.providerToken));
  await own.close();
});

test('two requesters get different ids for the same user, each the same at every login', async () => {
  const otherId = 'latchkey-other-app-000001';
  const otherOrigin = 'https://other.example';
  const own = await startCrossApp({
    listed: [
      { app_id: requesterId, read_only: false },
      { app_id: otherId, read_only: false },
    ],
    apps: [
      { id: otherId, name: 'Other', email_auth: true, cross_app_auth: true, allowed_origins: [otherOrigin] },
    ],
  });
  const holder = await createHolder(own);
  const subjects: string[] = [];
  for (const [appId, origin] of [
    [requesterId, gameOrigin],
    [otherId, otherOrigin],
  ] as const) {
    subjects.push(await subjectAt(own, holder, { appId, origin }));
    subjects.push(await subjectAt(own, holder, { appId, origin }));
  }
  expect(subjects[0]).toBe(subjects[1]);
  expect(subjects[2]).toBe(subjects[3]);
  expect(subjects[0]).not.toBe(subjects[2]);
  await own.close();
});

async function subjectAt(own: TestService, holder: Holder, at: { appId: string; origin: string }) {
  const { trip } = await requestByCrossApp(own, { ...at, redirectTo: `${at.origin}/` });
  const { code } = await agree(own, trip, holder.token);
  const { json } = await own.call(oauthRoutes.authenticate, { ...at, body: crossAppLoginBody(trip, code) });
  const [account] = json.user?.linked_accounts ?? [];
  return account?.type === 'cross_app' ? account.subject : '';
}
