import { citusUrl, createTestService, logIn, type TestService } from '@latchkey/testkit';
import { emailRoutes, type Route, webhookRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Received, type Receiver, register, startReceiver } from './webhooks.testkit.ts';

let service: TestService;
let second: TestService;
let receiver: Receiver;

beforeEach(async () => {
  service = await createTestService();
  second = await service.startAnother();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await second.close();
  await service.close();
});

const userOf = ({ event }: Received) => ('user' in event ? event.user.id : expect.fail('no user'));
const idOf = ({ headers }: Received) => String(headers['webhook-id']);

const asOperator = <Body, Reply>(route: Route<Body, Reply>, params: Record<string, string>) =>
  service.call(route, {
    bearer: service.config.adminKey,
    params: { id: service.app.id, ...params },
    body: {},
  });

/** Seals new events, and lets both processes send due deliveries at the same time. */
async function round(): Promise<void> {
  await service.service.seal();
  await Promise.all([service.service.deliver(), second.service.deliver()]);
}

/** Ids of each user's creation and login events, in the order of the audit log. */
async function loggedIds(): Promise<Map<string, string[]>> {
  const response = await service.fetch(
    new Request(`${service.config.url}/api/v1/admin/apps/${service.app.id}/audit?limit=1000`, {
      headers: { authorization: `Bearer ${service.config.adminKey}` },
    }),
  );
  const { events } = (await response.json()) as {
    events: { id: string; kind: string; user_id: string | null }[];
  };
  const byUser = new Map<string, string[]>();
  for (const { id, kind, user_id } of events) {
    if (user_id === null || !['user.created', 'user.authenticated'].includes(kind)) continue;
    byUser.set(user_id, [...(byUser.get(user_id) ?? []), id]);
  }
  return byUser;
}

/**
 * Answers each event after a random delay, and about one in six with a failure. Records what it accepted, and which
 * users had two events in progress at once.
 */
function unsteady() {
  const taken = new Map<string, string[]>();
  const overlaps: string[] = [];
  const underWay = new Set<string>();
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const answer = async (one: Received) => {
    const user = userOf(one);
    if (underWay.has(user)) overlaps.push(user);
    underWay.add(user);
    await new Promise((resolve) => setTimeout(resolve, random(25)));
    underWay.delete(user);
    if (random(6) === 0) return 500;
    taken.set(user, [...(taken.get(user) ?? []), idOf(one)]);
    return 200;
  };
  return { answer, overlaps, taken };
}

/**
 * Logs in without advancing the clock. If the clock moved, a delivery in progress would count as left by a dead
 * process.
 */
async function logInAtOnce(email: string, network: string): Promise<void> {
  await service.call(emailRoutes.sendCode, { network, body: { email } });
  const body = { email, code: service.outbox.codeFor(email) };
  expect((await service.call(emailRoutes.authenticate, { network, body })).status).toBe(200);
}

const people = Array.from({ length: 8 }, (_, index) => `person${index}@example.com`);

test('a user’s webhook events arrive one at a time in the order of the audit log, even if some fail or are slow', async () => {
  await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
  const { answer, overlaps, taken } = unsteady();
  receiver.answer = answer;
  for (let times = 0; times < 4; times += 1) {
    // Events are added while earlier ones of the same users are being sent and closed.
    const sending = round();
    for (const email of people) await logInAtOnce(email, `198.51.100.${times}`);
    await sending;
    service.clock.advance(31_000);
  }
  await service.service.seal();
  const logged = await loggedIds();
  expect([...logged.values()].map((ids) => ids.length)).toEqual(people.map(() => 5));
  for (let rounds = 0; rounds < 60 && [...taken.values()].some((ids) => ids.length < 5); rounds += 1) {
    await round();
    service.clock.advance(31_000);
  }
  expect(taken).toEqual(logged);
  expect(overlaps).toEqual([]);
});

// A Citus cluster permits no trigger on this table.
if (citusUrl() === null) {
  test('a round of webhook deliveries also sends those that become due while it claims others', async () => {
    await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
    await logInAtOnce('ada@example.com', '198.51.100.1');
    await round();
    service.clock.advance(31_000);
    await round();
    receiver.received.length = 0;
    // The claim sets `tries`, so this trigger makes it take longer than an answer.
    const { db } = service.database;
    await db.execute(sql`
      create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return null; end $$`);
    await db.execute(
      sql`create trigger linger before update of tries on webhook_deliveries execute function linger()`,
    );
    // Ada has one event. Bob's first event is answered during the claim, which makes his second one due.
    receiver.answer = async ({ event }) => {
      if (event.type === 'user.created') await new Promise((resolve) => setTimeout(resolve, 100));
      return 200;
    };
    await logInAtOnce('ada@example.com', '198.51.100.2');
    await logInAtOnce('bob@example.com', '198.51.100.3');
    await service.service.seal();
    await service.service.deliver();
    await db.execute(sql`drop trigger linger on webhook_deliveries`);
    expect(receiver.received).toHaveLength(3);
  });
}

test('a webhook event that fails delays only its own user’s later events, until it is given up', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
  const { user: ada } = await logIn(service, 'ada@example.com');
  receiver.answer = async (one) => (userOf(one) === ada?.id && one.event.type === 'user.created' ? 500 : 200);
  await round();
  await logIn(service, 'bob@example.com');
  await round();
  await round();
  const ofAda = () =>
    receiver.received.filter((one) => userOf(one) === ada?.id).map(({ event }) => event.type);
  const ofOthers = () =>
    receiver.received.filter((one) => userOf(one) !== ada?.id).map(({ event }) => event.type);
  const before = ofAda();
  expect(new Set(before)).toEqual(new Set(['user.created']));
  expect(ofOthers()).toEqual(['user.created', 'user.authenticated']);
  const waiting = async () =>
    (await asOperator(webhookRoutes.deliveries, { webhook_id: id })).json.deliveries.filter(
      ({ state }) => state === 'pending',
    );
  expect((await waiting()).map(({ next_try_at }) => next_try_at !== null).toSorted()).toEqual([false, true]);

  for (let tries = before.length; tries < 10; tries += 1) {
    service.clock.advance(30 * 3_600_000);
    await logIn(service, 'bob@example.com');
    await round();
  }
  await round();
  expect(ofAda()).toEqual([...Array.from({ length: 10 }, () => 'user.created'), 'user.authenticated']);
  expect(await waiting()).toEqual([]);
});

test('a webhook endpoint that is far behind in the log, or whose deliveries cannot be written, does not delay another one', async () => {
  const other = await startReceiver();
  const types = { types: ['user.created'] };
  const { id: late } = await register(service, receiver.url, types);
  await register(service, other.url, types);
  // More events than are read at once, none of which is sent to anyone.
  await service.database.db.execute(sql`
    insert into audit_events (app_id, event_id, kind, actor_type, details, at_ms)
    select ${service.app.id}, '0' || lpad(n::text, 6, '0'), 'app.updated', 'operator', '{}', 0
    from generate_series(1, 1200) as n`);
  await service.service.seal();
  await round();
  await round();
  await round();
  await service.database.db.execute(
    sql`update webhook_endpoints set followed_sequence = 0 where webhook_id = ${late}`,
  );
  await logIn(service, 'ada@example.com');
  await round();
  expect(other.received.length).toBe(1);
  expect(receiver.received.length).toBe(0);
  for (let rounds = 0; rounds < 3; rounds += 1) await round();
  expect(other.received.length).toBe(1);
  expect(receiver.received.length).toBe(1);

  // A delivery that cannot be written for one endpoint does not delay another one.
  const refusal = sql.raw(`check (webhook_id <> '${late}')`);
  await service.database.db.execute(
    sql`alter table webhook_deliveries add constraint refused ${refusal} not valid`,
  );
  await logIn(service, 'bob@example.com');
  await service.service.seal();
  await service.service.deliver().catch(() => {});
  await service.service.deliver().catch(() => {});
  // A round that fails does not wait for what it sends.
  await expect.poll(() => other.received.length).toBe(2);
  await service.database.db.execute(sql`alter table webhook_deliveries drop constraint refused`);
  expect(receiver.received.length).toBe(1);
  await round();
  expect(other.received.length).toBe(2);
  expect(receiver.received.length).toBe(2);
  await other.close();
});

test('a webhook event that the operator resends is sent early if it is open, and outside the order if it is closed', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
  receiver.answer = 500;
  const { user } = await logIn(service, 'ada@example.com');
  await round();
  receiver.answer = 200;
  const [created = '', authenticated = ''] = (await loggedIds()).get(user?.id ?? '') ?? [];
  const again = (eventId: string) =>
    asOperator(webhookRoutes.redeliver, { webhook_id: id, event_id: eventId });

  // A later event waits for the earlier one, even if the operator resends the later one.
  expect((await again(authenticated)).json).toMatchObject({ state: 'pending', next_try_at: null });
  await round();
  expect(receiver.received.map(idOf)).toEqual([created]);
  await again(created);
  await round();
  expect(receiver.received.map(idOf)).toEqual([created, created, authenticated]);

  receiver.answer = async (one) => (idOf(one) === created ? 500 : 200);
  await again(created);
  await logIn(service, 'ada@example.com', { network: '198.51.100.20' });
  await round();
  const told = receiver.received.slice(3);
  expect(told.map(({ event }) => event.type).toSorted()).toEqual(['user.authenticated', 'user.created']);
});

test('a webhook endpoint that is enabled again receives at once the events that waited for their next try', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
  receiver.answer = 500;
  await logIn(service, 'ada@example.com');
  for (const waitMs of [0, 10_000, 40_000, 200_000]) {
    service.clock.advance(waitMs);
    await round();
  }
  receiver.answer = 410;
  service.clock.advance(15 * 60_000);
  await round();
  receiver.answer = 200;
  const on = { webhook_id: id, id: service.app.id };
  await service.call(webhookRoutes.update, {
    bearer: service.config.adminKey,
    params: on,
    body: { disabled: false },
  });
  service.clock.advance(1);
  await round();
  const types = receiver.received.map(({ event }) => event.type);
  expect(types.slice(5)).toEqual(['user.created', 'user.authenticated']);
});

test('a user’s webhook events that a dead process left behind are sent after the next sweep', async () => {
  await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
  receiver.answer = 500;
  await logIn(service, 'ada@example.com');
  await round();
  receiver.answer = 200;
  await service.database.statement(
    'test_close_first',
    `update webhook_deliveries set state = 'delivered', due_at_ms = null, closed_at_ms = 1 where type = 'user.created'`,
  )([]);
  await round();
  expect(receiver.received).toHaveLength(1);
  await service.service.sweep();
  await round();
  expect(receiver.received.map(({ event }) => event.type)).toEqual(['user.created', 'user.authenticated']);
});
