import { createTestService, type TestService } from '@latchkey/testkit';
import {
  emailRoutes,
  guestRoutes,
  isCode,
  type RateLimit,
  type RouteFacts,
  rateLimits,
  sessionRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alone } from '../../workers/index.ts';
import { createRateLimiter } from './rateLimiter.ts';

let nowMs = 0;
const newLimiter = () => createRateLimiter({ clock: { now: () => nowMs }, workers: alone });

/** Makes calls at the same time. Returns the number of allowed ones, and the longest wait of the refused ones. */
function take(
  takeCall: ReturnType<typeof newLimiter>,
  calls: number,
  by: [RouteFacts['name'], string, string | null],
) {
  let taken = 0;
  let waitS = 0;
  for (let call = 0; call < calls; call += 1) {
    try {
      takeCall(...by);
      taken += 1;
    } catch (error) {
      if (!isCode(error, 'too_many_requests')) throw error;
      waitS = Math.max(waitS, Number(error.details?.retry_after_s));
    }
  }
  return { taken, waitS };
}

type Capped = { network: RateLimit; app?: RateLimit; networkInBusyApp?: RateLimit };
const capped = Object.entries(rateLimits).filter((entry): entry is [never, Capped] => 'network' in entry[1]);
const shared = capped.filter((entry): entry is [never, Required<Capped>] => 'app' in entry[1]);

test.each(capped)('[S45] a network may call %s up to its limit, which refills evenly', (route, limits) => {
  const takeCall = newLimiter();
  const { calls, perMs } = limits.network;
  expect(take(takeCall, calls + 5, [route, '203.0.113.1', null])).toEqual({
    taken: calls,
    waitS: Math.ceil(perMs / calls / 1000),
  });
  expect(take(takeCall, 1, [route, '203.0.113.2', null]).taken).toBe(1);
  nowMs += perMs / 2;
  expect(take(takeCall, calls, [route, '203.0.113.1', null]).taken).toBe(calls / 2);
});

test.each(shared)(
  '[S45] a new network may call %s of a busy app, but less often than usual',
  (route, limits) => {
    const takeCall = newLimiter();
    const { app, network, networkInBusyApp } = limits;
    const networks = app.calls / network.calls;
    for (let index = 0; index < networks; index += 1) {
      expect(take(takeCall, network.calls, [route, `10.0.0.${index}`, 'app-1']).taken).toBe(network.calls);
    }
    const newcomer = take(takeCall, network.calls, [route, '203.0.113.1', 'app-1']);
    expect(newcomer.taken).toBe(networkInBusyApp.calls);
    expect(newcomer.waitS).toBeGreaterThan(0);
    // Another app is not affected.
    expect(take(takeCall, network.calls, [route, '203.0.113.2', 'app-2']).taken).toBe(network.calls);
  },
);

test('[S45] five thousand refreshes of a network at once are not limited', () => {
  expect(take(newLimiter(), 5_000, ['sessions.refresh', '203.0.113.1', 'app-1']).taken).toBe(5_000);
});

test('ten calls at once of a route without a limit are allowed', () => {
  expect(take(newLimiter(), 10, ['admin.getApp', '203.0.113.1', null]).taken).toBe(10);
});

let service: TestService;
const otherApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  allowed_origins: ['http://localhost:3000'],
};
beforeAll(async () => {
  service = await createTestService({ apps: [otherApp] });
});
afterAll(() => service.close());

test('[S45] the request handler limits networks other than this machine', async () => {
  const send = (network: string) => service.call(emailRoutes.sendCode, { body: { email: 'x' }, network });
  for (let call = 0; call < rateLimits['email.sendCode'].network.calls; call += 1) await send('203.0.113.9');
  const refused = await send('203.0.113.9');
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await send('127.0.0.1')).status).toBe(400);
  const refresh = await service.call(sessionRoutes.refresh, { network: '203.0.113.9', body: {} });
  expect(refresh.status).toBe(401);
});

test('[S45] the request handler allows a new network fewer calls in a busy app, and does not affect other apps', async () => {
  const { app, network, networkInBusyApp } = rateLimits['guest.authenticate'];
  // The body is refused after the limits are checked, so a call costs only a place in its bucket.
  const call = (from: string, appId = service.app.id) =>
    service.call(guestRoutes.authenticate, { appId, network: from, body: {} });
  const statuses = async (times: number, from: string, appId?: string) => {
    const answers = [];
    for (let at = 0; at < times; at += 1) answers.push((await call(from, appId)).status);
    return answers;
  };
  const through = 400;
  for (let at = 0; at < app.calls / network.calls; at += 1) {
    expect(new Set(await statuses(network.calls, `10.1.0.${at}`))).toEqual(new Set([through]));
  }
  const newcomer = await statuses(networkInBusyApp.calls + 1, '203.0.113.20');
  expect(newcomer).toEqual([...Array(networkInBusyApp.calls).fill(through), 429]);
  const elsewhere = await statuses(networkInBusyApp.calls + 1, '203.0.113.20', otherApp.id);
  expect(new Set(elsewhere)).toEqual(new Set([through]));
});
