import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createTestClient, createTestService, type TestClient, type TestService } from '@latchkey/testkit';
import { farcasterRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unlinkFarcaster } from '../../farcaster.ts';
import { findRecentLogin } from '../recentLogin.ts';
import { createFarcasterLink, createFarcasterLogin } from './farcaster.ts';
import { initMiniAppLogin, loginWithMiniApp } from './miniApp.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  farcaster_auth: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const farcasterRelayUrl = `${sandbox.url}/farcaster/relay`;
  const farcasterRpcUrl = `${sandbox.url}/farcaster/rpc`;
  service = await createTestService({ apps: [app], config: { farcasterRelayUrl, farcasterRpcUrl } });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

/** Opens a login whose channel nobody approves, and records its polls. */
async function begin() {
  const asked: number[] = [];
  const test = createTestClient(service, {
    network: async (request, forward) => {
      const { pathname } = new URL(request.url);
      if (pathname === farcasterRoutes.init.path)
        return Response.json({ channel_token: 'channel', connect_uri: 'https://farcaster.xyz/~/siwf' });
      if (pathname !== farcasterRoutes.status.path) return forward();
      expect(request.headers.get('farcaster-channel-token')).toBe('channel');
      asked.push(test.timers.now());
      return Response.json({ state: 'pending', nonce: 'nonce' });
    },
  });
  await test.client.start();
  const login = createFarcasterLogin(test.client);
  expect(await login.open()).toEqual({ connectUri: 'https://farcaster.xyz/~/siwf' });
  return { asked, login, timers: test.timers, beganAt: test.timers.now() };
}

it('[FARC-04] a Farcaster login polls every 150 ms, 270 times, and then ends with a timeout', async () => {
  const { asked, login, timers, beganAt } = await begin();
  const failed = expect(login.finish()).rejects.toMatchObject({ code: 'client_request_timeout' });
  for (let request = 0; request < 300; request += 1) await timers.advance(150);
  await failed;
  expect(asked).toEqual(Array.from({ length: 270 }, (_, index) => beganAt + 150 * (index + 1)));
  expect(login.getState()).toMatchObject({ status: 'error', connectUri: null });
});

it('a Farcaster login stops polling when the user leaves', async () => {
  const { asked, login, timers } = await begin();
  const left = expect(login.finish()).rejects.toMatchObject({ code: 'exited_auth_flow' });
  await timers.advance(150);
  expect(asked).toHaveLength(1);
  login.reset();
  await left;
  await timers.advance(60_000);
  expect(asked).toHaveLength(1);
  expect(login.getState().status).toBe('initial');
  await expect(login.finish()).rejects.toMatchObject({ code: 'no_auth_flow' });
});

/** Advances the time until a promise settles, while the client polls. */
async function finished<T>({ timers }: Pick<TestClient, 'timers'>, waiting: Promise<T>): Promise<T> {
  let isOver = false;
  const over = waiting.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  // Ends at the latest with the client's last poll.
  while (!isOver) {
    await timers.advance(150);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return over;
}
const calls = (...names: (keyof typeof farcasterRoutes)[]) =>
  names.map((name) => `${farcasterRoutes[name].method} ${farcasterRoutes[name].path}`);

it('[FARC-05] [LINK-10] [LINK-13] a user logs in with Farcaster, links a Farcaster account to another user and unlinks it', async () => {
  const test = createTestClient(service);
  await test.client.start();
  const login = createFarcasterLogin(test.client);
  const { connectUri } = await login.open();
  const person = await sandbox.farcaster.approve(connectUri, 'ada');
  const { user, isNewUser } = await finished(test, login.finish());
  expect(isNewUser).toBe(true);
  expect(user.farcaster).toEqual({ fid: person.fid, signerPublicKey: null });
  expect(login.getState().status).toBe('done');
  expect(findRecentLogin(test.client)?.method).toBe('farcaster');
  const asked = test.sent.filter((call) => call.includes('/farcaster/'));
  expect([...new Set(asked)]).toEqual(calls('init', 'status', 'authenticate'));

  const other = createTestClient(service);
  await other.client.start();
  const link = createFarcasterLink(other.client);
  await expect(link.open()).rejects.toMatchObject({ code: 'must_be_authenticated' });
  expect(other.sent.filter((call) => call.includes('/farcaster/'))).toEqual([]);
  await other.logIn();
  const taken = await link.open();
  await sandbox.farcaster.approve(taken.connectUri, 'ada');
  await expect(finished(other, link.finish())).rejects.toMatchObject({ code: 'linked_to_another_user' });
  const free = await link.open();
  const grace = await sandbox.farcaster.approve(free.connectUri, 'grace');
  const { account } = await finished(other, link.finish());
  expect(account).toMatchObject({ type: 'farcaster', fid: grace.fid, username: 'grace' });
  await expect(link.open()).rejects.toMatchObject({ code: 'cannot_link_more_of_type' });
  const left = await unlinkFarcaster(other.client, grace.fid);
  expect(left.linkedAccounts.map(({ type }) => type)).toEqual(['email']);
  expect(other.sent).toEqual(expect.arrayContaining(calls('link')));
  expect(other.sent.slice(-2)).toEqual([...calls('unlink'), 'POST /api/v1/sessions']);
});

it('[FARC-05] loginWithMiniApp logs in inside a Farcaster app with the app’s signed message, and refuses a message without a Farcaster id', async () => {
  const { client, sent } = createTestClient(service);
  await client.start();
  const { nonce } = await initMiniAppLogin(client);
  const person = await sandbox.farcaster.enrol('hedy');
  const page = { siweUri: 'http://localhost:3000/', domain: 'localhost:3000' };
  const { message, signature } = sandbox.farcaster.sign(person, { ...page, nonce }, person.auth);
  const nobody = message.replace(/- farcaster.*/, '- farcaster://fid/0');
  await expect(loginWithMiniApp(client, { message: nobody, signature })).rejects.toMatchObject({
    code: 'invalid_data',
  });
  const { user } = await loginWithMiniApp(client, { message, signature });
  expect(user.farcaster?.fid).toBe(person.fid);
  const asked = sent.filter((call) => call.includes('/farcaster/'));
  expect(asked).toEqual(calls('initMiniApp', 'authenticateMiniApp'));
});
