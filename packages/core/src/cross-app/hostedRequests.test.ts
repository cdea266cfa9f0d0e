import { inflateSync } from 'node:zlib';
import { createTestClient, type TestClient } from '@latchkey/testkit';
import { expect, it } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import { answerHostedRequest, openHostedRequest, sealResult, takeHostedRequest } from '../hosted.ts';
import { endConnectedApp, listConnectedApps, loginWithCrossAppAccount } from '../index.ts';
import { gameOrigin, hosted, providerId, shareApps, tokenKey } from './crossApp.testkit.ts';

const apps = shareApps();

/** Opens a hosted page of the provider app. */
async function openHosted(): Promise<TestClient> {
  const test = createTestClient(apps.service(), {
    appId: providerId,
    page: { url: `${hosted}/cross-app/connect?app=${providerId}` },
  });
  await test.client.start();
  return test;
}

/** Starts a login at a requester, and returns the id with which the user reaches the hosted page. */
async function begin(): Promise<{ id: string; finish: (back: string) => void; login: Promise<unknown> }> {
  const test = await apps.startPage();
  let id = '';
  let finish = (_: string) => {};
  const popup = apps.openPopup(test, (url, say) => {
    id = new URL(url).searchParams.get('id') ?? '';
    finish = (back) => void apps.comeBack(test, back, say);
  });
  const login = loginWithCrossAppAccount(test.client, { appId: providerId, popup: popup.window });
  await expect.poll(() => id).not.toBe('');
  return { id, finish, login };
}

it('a hosted page takes, opens and answers a request, and its user lists and ends the connection', async () => {
  const { client, logIn } = await openHosted();
  const { finish, id, login } = await begin();
  const hostedRequest = await takeHostedRequest(client, { id });
  expect(hostedRequest).toEqual({
    handle: expect.stringMatching(/^[\w-]{43}$/),
    kind: 'connect',
    by: 'redirect',
    state: 'login',
    scope: 'transact',
    isFirst: true,
    request: null,
    requester: {
      appId: 'latchkey-game-app-0000001',
      name: 'Game',
      logoUrl: null,
      origin: gameOrigin,
    },
    until: expect.any(Number),
    connectionUntil: expect.any(Number),
  });
  // The id is used up, and opening by handle requires a signed-in user.
  expect((await failureOf(takeHostedRequest(client, { id }))).code).toBe('not_found');
  expect((await failureOf(openHostedRequest(client, hostedRequest))).code).toBe('must_be_authenticated');
  await logIn('hosted@company.example');
  expect(await openHostedRequest(client, hostedRequest)).toEqual({ ...hostedRequest, state: 'ready' });
  const answer = await answerHostedRequest(client, { handle: hostedRequest.handle, allow: true });
  finish('redirect_to' in answer ? answer.redirect_to : '');
  await login;

  const [app] = await listConnectedApps(client);
  expect(app).toMatchObject({
    id: expect.any(String),
    readOnly: false,
    usedAt: null,
    requester: hostedRequest.requester,
    createdAt: expect.any(Date),
    expiresAt: new Date(hostedRequest.connectionUntil),
  });
  await endConnectedApp(client, { id: app?.id ?? '' });
  expect(await listConnectedApps(client)).toEqual([]);
  expect((await failureOf(endConnectedApp(client, { id: app?.id ?? '' }))).code).toBe('not_found');
});

it('a user can deny a hosted request without a session', async () => {
  const { client } = await openHosted();
  const { finish, id, login } = await begin();
  const { handle } = await takeHostedRequest(client, { id });
  const answer = await answerHostedRequest(client, { handle, allow: false });
  finish('redirect_to' in answer ? answer.redirect_to : '');
  expect((await failureOf(login)).code).toBe('oauth_user_denied');
});

it('takeHostedRequest hides the content of a request from a page without a session', async () => {
  const test = await apps.loggedIn();
  const token = JSON.parse(test.profile.stored.get(tokenKey()) ?? '""');
  const request = JSON.stringify({
    content: {
      request: { request: { method: 'personal_sign', params: ['Hello', test.holder.address] } },
    },
    timestamp: test.timers.now(),
    callbackUrl: gameOrigin,
  });
  const url = `http://localhost:4000/oauth/transact?${new URLSearchParams({ token, request })}`;
  const response = await apps.service().fetch(new Request(url), { remoteAddress: '127.0.0.1' });
  const id = new URL(response.headers.get('location') ?? hosted).searchParams.get('id') ?? '';
  const { client } = await openHosted();
  expect(await takeHostedRequest(client, { id })).toMatchObject({
    kind: 'transact',
    by: 'message',
    state: 'login',
    request: null,
    until: test.timers.now() + 120_000,
  });
});

it('sealResult compresses a result and encrypts it with the given key and a new IV each time', async () => {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = Buffer.from(raw).toString('base64');
  const results = ['0xabc', 'ä'.repeat(30_000)];
  const sealed = await Promise.all(results.map((result) => sealResult({ key, result })));
  expect(new Set(sealed.map(({ iv }) => iv)).size).toBe(2);
  const opening = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const opened = await Promise.all(
    sealed.map(async ({ encryptedResult, iv }) => {
      const by = { name: 'AES-GCM', iv: Buffer.from(iv, 'base64') };
      return crypto.subtle.decrypt(by, opening, Buffer.from(encryptedResult, 'base64'));
    }),
  );
  expect(opened.map((packed) => inflateSync(Buffer.from(packed)).toString())).toEqual(results);
});
