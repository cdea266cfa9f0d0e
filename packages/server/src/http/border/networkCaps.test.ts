import { createTestService, type TestService } from '@latchkey/testkit';
import { checkedRoutes, emailRoutes, getAppRoute, isCode } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNetworkCaps } from './networkCaps.ts';

let nowMs = 0;
const takeCall = createNetworkCaps({ now: () => nowMs });

/** How many of so many calls of one network at one moment are let through. */
function countTaken(route: string, network: string, calls: number): number {
  let taken = 0;
  for (let call = 0; call < calls; call += 1) {
    try {
      takeCall(route, network);
      taken += 1;
    } catch (error) {
      if (!isCode(error, 'too_many_requests')) throw error;
    }
  }
  return taken;
}

test.each([
  ['email.sendCode', 60],
  ['email.authenticate', 120],
  ['frame.create', 120],
  ['frame.context', 3_000],
  ['apps.get', 3_000],
])('[S45] %s takes %i calls a minute of a network, filled up again evenly', (route, most) => {
  expect(checkedRoutes.map((checked) => checked.route.name)).toContain(route);
  expect(countTaken(route, '203.0.113.1', most + 5)).toBe(most);
  expect(countTaken(route, '203.0.113.2', 1)).toBe(1);
  nowMs += 30_000;
  expect(countTaken(route, '203.0.113.1', most)).toBe(most / 2);
});

test('[S45] a refresh is never held up', () => {
  expect(countTaken('sessions.refresh', '203.0.113.1', 5_000)).toBe(5_000);
});

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('[S45] the front door counts networks that are not this machine', async () => {
  const send = (network: string) => service.call(emailRoutes.sendCode, { body: { email: 'x' }, network });
  for (let call = 0; call < 60; call += 1) await send('203.0.113.9');
  const refused = await send('203.0.113.9');
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await send('127.0.0.1')).status).toBe(400);
  expect((await service.call(getAppRoute, { params: { id: service.app.id } })).status).toBe(200);
});
