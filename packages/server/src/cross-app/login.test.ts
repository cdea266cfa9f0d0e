import { logIn, type TestService } from '@latchkey/testkit';
import { oauthRoutes, reauthenticateRoute } from '@latchkey/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agree,
  connect,
  createHolder,
  crossAppLoginBody,
  gameOrigin,
  type Holder,
  hosted,
  hostedPage,
  logInWith,
  provider,
  providerId,
  readReturn,
  requestByCrossApp,
  requesterId,
  startCrossApp,
} from './crossApp.testkit.ts';

let service: TestService;
let ada: Holder;
beforeAll(async () => {
  service = await startCrossApp();
  ada = await createHolder(service);
});
afterAll(() => service.close());

const link = (bearer: string, body: object) =>
  service.call(oauthRoutes.link, { appId: requesterId, origin: gameOrigin, bearer, body });
const unlink = (bearer: string, subject: string) =>
  service.call(oauthRoutes.unlink, {
    appId: requesterId,
    origin: gameOrigin,
    bearer,
    body: { provider, subject },
  });
const logInAtGame = (email: string) => logIn(service, email, { appId: requesterId, origin: gameOrigin });

test('[XAPP-04] a login with another app begins at the hosted page, whose address has only the app and an id that expires after a minute', async () => {
  const { status, trip } = await requestByCrossApp(service);
  expect(status).toBe(200);
  const { origin, pathname, searchParams } = new URL(trip.url);
  expect(origin).toEqual(hosted);
  expect(pathname).toBe('/cross-app/connect');
  expect([...searchParams.keys()]).toEqual(['app', 'id']);
  expect(searchParams.get('app')).toBe(providerId);
  expect(trip.id).toMatch(/^[\w-]{43}$/);
  service.clock.advance(60_000);
  expect((await hostedPage(service, ada.token).take(trip.id)).json.code).toBe('not_found');
});

test('the hosted page gets the requester, the scope, the expiry and the state login for a user who is not signed in, and opens the request after the login', async () => {
  const { trip } = await requestByCrossApp(service);
  const { json } = await hostedPage(service).take(trip.id);
  expect(json).toMatchObject({
    kind: 'connect',
    by: 'redirect',
    state: 'login',
    scope: 'transact',
    is_first: true,
    request: null,
    requester: {
      app_id: requesterId,
      name: 'Game',
      icon_url: 'https://game.example/icon.png',
      origin: gameOrigin,
    },
  });
  expect(json).not.toHaveProperty('seal_key');
  expect(json.until).toBe(service.clock.now() + 600_000);
  expect(json.connection_until).toBe(service.clock.now() + 30 * 86_400_000);
  // The id is used up. The handle opens the request again after the login.
  expect((await hostedPage(service, ada.token).take(trip.id)).json.code).toBe('not_found');
  const opened = await hostedPage(service, ada.token).open(json.handle);
  expect(opened.json).toMatchObject({ state: 'ready', handle: json.handle });
});

test('[XAPP-05] the code that comes back from another app logs in and yields the provider token', async () => {
  const { trip } = await requestByCrossApp(service);
  const back = await agree(service, trip, ada.token);
  expect(back.url.origin + back.url.pathname).toBe(`${gameOrigin}/play`);
  expect(back).toMatchObject({ state: trip.stateCode, provider });
  const { json, status } = await logInWith(service, trip, back.code);
  expect(status).toBe(200);
  const { oauth_tokens: tokens, user } = json;
  expect(tokens).toMatchObject({ provider, scopes: ['transact'] });
  expect(tokens).not.toHaveProperty('refresh_token');
  expect(decodeJwt(tokens?.access_token ?? '')).toEqual({
    aud: 'cross-app',
    azp: requesterId,
    aid: providerId,
    scope: 'transact',
    sub: expect.stringMatching(/^[a-z2-7]{24}$/),
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  expect(tokens?.access_token_expires_in_seconds).toBe(30 * 86_400);
  expect(user?.linked_accounts).toMatchObject([
    {
      type: 'cross_app',
      provider_app_id: providerId,
      smart_wallets: [],
      embedded_wallets: [{ address: ada.address }],
      subject: expect.stringMatching(/^[\w-]{43}$/),
    },
  ]);
  expect(JSON.stringify(json)).not.toContain(ada.userId);
});

test('[SDK-01] a second login with another app finds the same user and is not a first consent', async () => {
  const grace = await createHolder(service, 'grace@example.com');
  const { reply: first } = await connect(service, grace);
  expect(first.is_new_user).toBe(true);
  const { trip } = await requestByCrossApp(service);
  const { json } = await hostedPage(service, grace.token).take(trip.id);
  expect(json).toMatchObject({ state: 'ready', is_first: false });
  const { reply: second } = await connect(service, grace);
  expect(second).toMatchObject({ is_new_user: false, user: { id: first.user?.id } });
});

test('a refused login with another app comes back as a refusal and begins no session', async () => {
  const { trip } = await requestByCrossApp(service);
  const page = hostedPage(service);
  const { json } = await page.take(trip.id);
  const { json: answered } = await page.answer(json.handle, false);
  const { code } = readReturn('redirect_to' in answered ? answered.redirect_to : '');
  expect(code).toBe('undefined');
  expect((await logInWith(service, trip, code)).json.code).toBe('oauth_user_denied');
  expect((await hostedPage(service, ada.token).answer(json.handle)).json.code).toBe('not_found');
});

test('consent requires the user’s own session at the provider, and a request without one stays open', async () => {
  const { trip } = await requestByCrossApp(service);
  const { json } = await hostedPage(service).take(trip.id);
  const stranger = await logInAtGame('stranger@example.com');
  for (const bearer of [undefined, stranger.token ?? '', 'made-up'])
    expect((await hostedPage(service, bearer).answer(json.handle)).json.code).toBe(
      'missing_or_invalid_token',
    );
  expect((await hostedPage(service, ada.token).answer(json.handle)).status).toBe(200);
});

test('[XAPP-05] an account at another app is linked for the user who began, and unlinking it ends the connection', async () => {
  const game = await logInAtGame('bob@example.com');
  const bearer = game.token ?? '';
  const { trip } = await requestByCrossApp(service, { bearer });
  const bob = await createHolder(service, 'bob@example.com');
  const { code } = await agree(service, trip, bob.token);
  const { json, status } = await link(bearer, crossAppLoginBody(trip, code));
  expect(status).toBe(200);
  expect(json.code).toBeUndefined();
  expect(json.oauth_tokens).toMatchObject({ provider, scopes: ['transact'] });
  const account = json.linked_accounts.find(({ type }) => type === 'cross_app');
  const subject = account && 'subject' in account ? String(account.subject) : '';
  expect(subject).toMatch(/^[\w-]{43}$/);

  const begun = await requestByCrossApp(service);
  const other = await agree(service, begun.trip, bob.token);
  expect((await link(bearer, crossAppLoginBody(begun.trip, other.code))).json.code).toBe(
    'invalid_credentials',
  );

  const unlinked = await unlink(bearer, subject);
  expect(unlinked.status).toBe(200);
  expect(unlinked.json.linked_accounts.map(({ type }) => type)).toEqual(['email']);
  const again = await requestByCrossApp(service, { bearer });
  const { json: asked } = await hostedPage(service, bob.token).take(again.trip.id);
  expect(asked.is_first).toBe(true);
});

test('[LINK-03] a second account at one provider app is refused', async () => {
  const bearer = (await logInAtGame('carol@example.com')).token ?? '';
  for (const [email, code] of [
    ['carol@example.com', undefined],
    ['dave@example.com', 'cannot_link_more_of_type'],
  ] as const) {
    const holder = await createHolder(service, email);
    const { trip } = await requestByCrossApp(service, { bearer });
    const back = await agree(service, trip, holder.token);
    expect((await link(bearer, crossAppLoginBody(trip, back.code))).json.code).toBe(code);
  }
});

test('a code from another app confirms a login', async () => {
  const { reply } = await connect(service, ada);
  const { trip } = await requestByCrossApp(service);
  const { code } = await agree(service, trip, ada.token);
  const { status } = await service.call(reauthenticateRoute, {
    appId: requesterId,
    origin: gameOrigin,
    bearer: reply.token ?? '',
    body: { method: 'cross-app', ...crossAppLoginBody(trip, code) },
  });
  expect(status).toBe(200);
});

test.each([
  ['an unknown app', { provider: 'privy:latchkey-none-app-0000001' }, 'not_supported'],
  ['itself', { provider: `privy:${requesterId}` }, 'not_supported'],
  ['a malformed app name', { provider: 'privy:x' }, 'invalid_data'],
  ['a return URL on another site', { redirectTo: 'https://evil.example/' }, 'origin_not_allowed'],
  [
    'a return URL that resembles its own',
    { redirectTo: 'https://game.example.evil.example/' },
    'origin_not_allowed',
  ],
  [
    'a return URL with a password',
    { redirectTo: 'https://game.example@game.example/' },
    'origin_not_allowed',
  ],
  ['a return URL of the service', { redirectTo: 'http://localhost:4000/' }, 'origin_not_allowed'],
  ['a page of the provider', { origin: 'http://localhost:3000' }, 'origin_not_allowed'],
  ['a page of an origin without an app', { origin: 'https://evil.example' }, 'origin_not_allowed'],
] as const)('a login with another app does not begin for %s', async (_, options, code) => {
  expect((await requestByCrossApp(service, options)).code).toBe(code);
});

test('an app with cross_app_auth off, or not on the provider’s list, cannot begin a login', async () => {
  const other = { id: 'latchkey-other-app-000001', name: 'Other', allowed_origins: [gameOrigin] };
  const own = await startCrossApp({
    apps: [{ ...other, cross_app_auth: true }],
    requester: { cross_app_auth: false },
  });
  expect((await requestByCrossApp(own)).code).toBe('disallowed_login_method');
  const refused = await requestByCrossApp(own, { appId: other.id });
  expect(refused.code).toBe('not_supported');
  expect(refused.error).toBe('Invalid connected app');
  await own.close();
});
