import { createHash } from 'node:crypto';
import type { TestService } from '@latchkey/testkit';
import { crossAppProviderOf, crossAppRoutes, meRoutes, oauthRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agree,
  connect,
  createHolder,
  gameOrigin,
  type Holder,
  hostedPage,
  logInWith,
  requestByCrossApp,
  requesterId,
  startCrossApp,
} from './crossApp.testkit.ts';

const secondId = 'latchkey-second-app-00001';
let service: TestService;
let ada: Holder;
beforeAll(async () => {
  service = await startCrossApp({
    listed: [
      { app_id: requesterId, read_only: false },
      { app_id: secondId, read_only: false },
    ],
    apps: [
      {
        id: secondId,
        name: 'Second',
        email_auth: true,
        cross_app_auth: true,
        allowed_origins: ['https://second.example'],
        cross_app_requesters: [{ app_id: requesterId, read_only: false }],
      },
    ],
  });
  ada = await createHolder(service);
});
afterAll(() => service.close());

async function comeBack() {
  const { trip } = await requestByCrossApp(service);
  return { trip, ...(await agree(service, trip, ada.token)) };
}

test('[S33] a code of one provider that is submitted in the name of another is refused and used up', async () => {
  const { code, trip } = await comeBack();
  const second = { provider: crossAppProviderOf(secondId) };
  expect((await logInWith(service, trip, code, second)).json.code).toBe('invalid_credentials');
  expect((await logInWith(service, trip, code)).json.code).toBe('invalid_credentials');
});

test.each([
  ['another verifier', { code_verifier: 'v'.repeat(43) }],
  ['another state', { state_code: 's'.repeat(43) }],
  ['the name of a social provider', { provider: 'google' }],
  ['no provider', { provider: null }],
])('[S33][S34] a cross-app code is refused with %s', async (_, flaw) => {
  const { code, trip } = await comeBack();
  expect((await logInWith(service, trip, code, flaw)).json.code).toBeOneOf([
    'invalid_credentials',
    'disallowed_login_method',
  ]);
});

test('[S33] a cross-app code is refused in another app with the same provider, and after a minute', async () => {
  const first = await comeBack();
  const elsewhere = await service.call(oauthRoutes.authenticate, {
    appId: secondId,
    origin: 'https://second.example',
    body: {
      authorization_code: first.code,
      state_code: first.trip.stateCode,
      code_verifier: first.trip.verifier,
      provider: first.trip.provider,
    },
  });
  expect(elsewhere.json.code).toBe('invalid_credentials');
  const { code, trip } = await comeBack();
  service.clock.advance(60_000);
  expect((await logInWith(service, trip, code)).json.code).toBe('invalid_credentials');
});

test('[S34] twenty simultaneous uses of a cross-app code begin one session, and a used code without its verifier ends no connection', async () => {
  const { code, trip } = await comeBack();
  const answers = await Promise.all(Array.from({ length: 20 }, () => logInWith(service, trip, code)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const later = await connect(service, ada);
  const bearer = later.reply.token ?? '';
  const me = () => service.call(meRoutes.getMe, { appId: requesterId, origin: gameOrigin, bearer });
  expect((await me()).status).toBe(200);
  const listed = async () =>
    (await service.call(crossAppRoutes.listOwn, { bearer: ada.token })).json.connected_apps.length;
  expect(await listed()).toBe(1);
  // An attacker who knows only the code cannot end the connection.
  expect(
    (await logInWith(service, later.trip, later.code, { code_verifier: 'v'.repeat(43) })).json.code,
  ).toBe('invalid_credentials');
  expect(await listed()).toBe(1);
});

test('[S34] a cross-app code that is submitted again with its verifier ends its session and its connection, even after a wrong verifier, which ends nothing', async () => {
  const { code, reply, trip } = await connect(service, ada);
  const bearer = reply.token ?? '';
  const getMe = () => service.call(meRoutes.getMe, { appId: requesterId, origin: gameOrigin, bearer });
  const guess = await logInWith(service, trip, code, { code_verifier: 'v'.repeat(43) });
  expect(guess.json.code).toBe('invalid_credentials');
  expect((await getMe()).status).toBe(200);
  expect((await logInWith(service, trip, code)).json.code).toBe('invalid_credentials');
  expect((await getMe()).json.code).toBe('missing_or_invalid_token');
  const { json } = await service.call(crossAppRoutes.listOwn, { bearer: ada.token });
  expect(json.connected_apps).toEqual([]);
});

test('[S33] an id for one provider’s hosted page is unknown for another provider, and a request is answered once', async () => {
  const { trip } = await requestByCrossApp(service);
  const other = hostedPage(service, undefined, { appId: secondId });
  expect((await other.take(trip.id)).json.code).toBe('not_found');
  const page = hostedPage(service, ada.token);
  const { json } = await page.take(trip.id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => page.answer(json.handle)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ json: { code } }) => code === 'not_found')).toHaveLength(19);
});

test('[S34] the hash of a verifier is refused in place of the verifier', async () => {
  const { code, trip } = await comeBack();
  const hashed = createHash('sha256').update(trip.verifier).digest('base64url');
  expect((await logInWith(service, trip, code, { code_verifier: hashed })).json.code).toBe(
    'invalid_credentials',
  );
});
