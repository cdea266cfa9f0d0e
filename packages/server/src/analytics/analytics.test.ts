import { createTestService, type TestService } from '@latchkey/testkit';
import { limits, sendEventRoute } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeRandom } from '../crypto/index.ts';
import { createAnalytics } from './index.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const send = (body: object, headers = {}) => service.call(sendEventRoute, { body, headers });
const payload = { method: 'email', isNewUser: true, clientTimestamp: '2026-11-21T12:00:00.000Z' };
const stored = async () => {
  const found = await service.database.db.execute(
    sql`select app_id, event_name, client_id, analytics_id, payload from analytics_events order by event_name`,
  );
  return (found as unknown as { rows: Record<string, unknown>[] }).rows;
};

test('[ANALYT-02] an analytics event is answered at once and stored later, with its payload and the analytics id', async () => {
  const body = { event_name: 'sdk_authenticate', client_id: null, payload };
  const { status, json } = await send(body, { 'privy-ca-id': 'caid-1' });
  expect(status).toBe(200);
  expect(json).toEqual({ success: true });
  expect(await stored()).toEqual([]);
  await service.service.sweep();
  const row = { app_id: service.app.id, event_name: 'sdk_authenticate', client_id: null };
  expect(await stored()).toEqual([{ ...row, analytics_id: 'caid-1', payload }]);
});

test('an analytics event gets 200 while the database cannot store it', async () => {
  await service.database.db.execute(sql`alter table analytics_events rename to away`);
  try {
    expect((await send({ event_name: 'modal_open' })).status).toBe(200);
    await expect(service.service.sweep()).rejects.toThrow();
    expect((await send({ event_name: 'modal_open' })).status).toBe(200);
  } finally {
    await service.database.db.execute(sql`alter table away rename to analytics_events`);
  }
});

test('analytics events beyond 2,000 waiting ones are dropped and counted, and still get 200', async () => {
  const sent = await Promise.all(Array.from({ length: 2_005 }, (_, at) => send({ event_name: `e${at}` })));
  expect(sent.filter(({ json }) => json.success)).toHaveLength(2_000);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  await service.service.sweep();
  expect(await stored()).toHaveLength(2_000);
  const metrics = async () => (await service.fetch(new Request('http://localhost:4000/metrics'))).text();
  for (let reading = 0; reading < 2; reading += 1)
    expect(await metrics()).toContain('\nlatchkey_analytics_dropped_events_total 5\n');
});

test('[S45] each app has a daily limit of characters in analytics events, and events beyond it are dropped', async () => {
  const { database, clock, app } = service;
  const world = { database, clock, random: nodeRandom, log: pino({ enabled: false }) };
  const analytics = createAnalytics(world, { mostPerAppAndDay: 10_000 });
  const act = analytics.routes[0]?.act as unknown as (input: object) => Promise<{ success: boolean }>;
  const body = { event_name: 'flood', payload: { a: 'x'.repeat(3_000) } };
  const flood = (id: string) =>
    act({ app: { ...app, id }, body, caller: { request: new Request('http://x') } });
  const asked = async (id: string) => (await flood(id)).success;
  expect([await asked('a'), await asked('a'), await asked('a'), await asked('a')]).toEqual([
    ...[true, true, true, false],
  ]);
  expect(await asked('b')).toBe(true);
  clock.advance(24 * 60 * 60_000);
  expect(await asked('a')).toBe(true);
  await analytics.store();
  expect(await stored()).toHaveLength(5);
});

test('analytics events are deleted after 30 days', async () => {
  await send({ event_name: 'modal_open' });
  await service.service.sweep();
  service.clock.advance(30 * 24 * 60 * 60_000);
  await service.service.sweep();
  expect(await stored()).toEqual([]);
});

test.each([
  [{}],
  [{ event_name: '' }],
  [{ event_name: 'x'.repeat(256) }],
  [{ event_name: 5 }],
  [{ event_name: 'x', payload: 'text' }],
  [{ event_name: 'x', payload: { a: 'x'.repeat(limits.analyticsPayloadLength) } }],
])('[S56] an invalid analytics event is refused: %#', async (body) => {
  const { status, json } = await send(body);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
});
