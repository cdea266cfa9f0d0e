import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { farcasterRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFarcasterLogin } from './farcaster.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  farcaster_auth: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app] });
});
afterAll(() => service.close());

/** A login whose channel nobody approves, and when it was asked about. */
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

it('[FARC-04] asks every 150 ms, 270 times, and then gives up', async () => {
  const { asked, login, timers, beganAt } = await begin();
  const failed = expect(login.finish()).rejects.toMatchObject({ code: 'client_request_timeout' });
  for (let ask = 0; ask < 300; ask += 1) await timers.advance(150);
  await failed;
  expect(asked).toEqual(Array.from({ length: 270 }, (_, index) => beganAt + 150 * (index + 1)));
  expect(login.getState()).toMatchObject({ status: 'error', connectUri: null });
});

it('asks no more once somebody has left', async () => {
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
