import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { type Route, webhookRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOutboundAllow } from '../outbound/index.ts';
import { createService } from '../service.ts';
import { type Receiver, register, signatureOf, startReceiver } from './webhooks.testkit.ts';

let service: TestService;
let receiver: Receiver;

beforeEach(async () => {
  service = await createTestService();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await service.close();
});

const asOperator = <Body, Reply>(
  route: Route<Body, Reply>,
  params: Record<string, string> = {},
  body: unknown = {},
) =>
  service.call(route, {
    bearer: service.config.adminKey,
    params: { id: service.app.id, ...params },
    body,
  });

/** Seals new events and sends due deliveries. */
async function round(): Promise<void> {
  await service.service.seal();
  await service.service.deliver();
}

const deliveriesOf = async (id: string) =>
  (await asOperator(webhookRoutes.deliveries, { webhook_id: id })).json.deliveries;

test('[S46] a webhook event arrives once, signed with time and id under both header names', async () => {
  const { secret } = await register(service, receiver.url, { types: ['user.created'] });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { user } = await logIn(service, 'ada@example.com');
  await round();
  await round();
  expect(receiver.received).toHaveLength(1);
  const [one] = receiver.received;
  expect(one?.event).toEqual({ type: 'user.created', occurred_at: expect.any(Number), user });
  // Verifiers that parse the body and print it again must get the same text.
  expect(JSON.stringify(one?.event)).toBe(one?.body);
  const { headers } = one!;
  expect(headers['webhook-signature']).toBe(signatureOf(secret, one!));
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(service.clock.now() / 1000));
  for (const name of ['id', 'timestamp', 'signature']) {
    expect(headers[`svix-${name}`]).toBe(headers[`webhook-${name}`]);
  }
  expect(headers['content-type']).toBe('application/json');
});

test('[S46] a failed webhook event is sent again with the same id and a new time, after growing delays, until it arrives', async () => {
  const { id, secret } = await register(service, receiver.url, { types: ['user.created'] });
  await logIn(service, 'ada@example.com');
  receiver.answer = 500;
  await round();
  await round();
  expect(receiver.received).toHaveLength(1);
  const waits: number[] = [];
  for (let tries = 1; tries < 4; tries += 1) {
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: 'pending', tries, last_status: 500 });
    const waitS = (delivery?.next_try_at ?? 0) - Math.floor(service.clock.now() / 1000);
    waits.push(waitS);
    service.clock.advance((waitS - 2) * 1_000);
    await round();
    expect(receiver.received).toHaveLength(tries);
    service.clock.advance(3_000);
    await round();
    expect(receiver.received).toHaveLength(tries + 1);
  }
  expect(waits[0]).toBeLessThan(waits[1] ?? 0);
  expect(waits[1]).toBeLessThan(waits[2] ?? 0);
  receiver.answer = 204;
  service.clock.advance(3_600_000);
  await round();
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered', tries: 5, next_try_at: null });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
  for (const one of receiver.received) {
    expect(one.headers['webhook-signature']).toBe(signatureOf(secret, one));
  }
});

test('[S46] a new webhook secret signs at once, and the old one too for a day; the new one is shown once', async () => {
  const { id, secret } = await register(service, receiver.url, { types: ['user.created'] });
  const rotated = await asOperator(webhookRoutes.rotateSecret, { webhook_id: id });
  expect(rotated.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const dayMs = 24 * 60 * 60_000;
  expect(rotated.json.old_secret_expires_at).toBe(Math.floor((service.clock.now() + dayMs) / 1000));
  const signaturesAfter = async (email: string) => {
    await logIn(service, email);
    await round();
    const one = receiver.received.at(-1)!;
    expect(one.headers['svix-signature']).toBe(one.headers['webhook-signature']);
    return { one, signatures: String(one.headers['webhook-signature']).split(' ') };
  };
  const both = await signaturesAfter('ada@example.com');
  expect(both.signatures).toEqual([
    signatureOf(rotated.json.secret, both.one),
    signatureOf(secret, both.one),
  ]);
  service.clock.advance(dayMs);
  const { one, signatures } = await signaturesAfter('bob@example.com');
  expect(signatures).toEqual([signatureOf(rotated.json.secret, one)]);
  expect(JSON.stringify((await asOperator(webhookRoutes.list)).json)).not.toContain('whsec_');
  expect(await auditKindsOf()).toContain('webhook.secret_rotated');
});

test('a redirect and an unreachable webhook endpoint count as failures, and the list of deliveries names each', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created'] });
  await logIn(service, 'ada@example.com');
  receiver.answer = 302;
  await round();
  expect(receiver.received).toHaveLength(1);
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'pending', last_status: 302 });
  await receiver.close();
  service.clock.advance(60_000);
  await round();
  expect((await deliveriesOf(id))[0]).toMatchObject({ last_status: null, last_failure: 'unreachable' });
  receiver = await startReceiver();
});

test('a webhook endpoint that fails for long is disabled, which the audit log records, and can be enabled again', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created'] });
  receiver.answer = 500;
  for (const email of ['ada@example.com', 'bob@example.com', 'cleo@example.com']) {
    await logIn(service, email);
    for (let tries = 0; tries < 10; tries += 1) {
      await round();
      service.clock.advance(30 * 3_600_000);
    }
  }
  const [webhook] = (await asOperator(webhookRoutes.list)).json.webhooks;
  expect(webhook).toMatchObject({ id, failing_since: expect.any(Number), disabled_at: expect.any(Number) });
  expect(await auditKindsOf()).toContain('webhook.disabled');
  expect((await deliveriesOf(id)).at(-1)).toMatchObject({ state: 'given_up', tries: 10 });

  const before = receiver.received.length;
  await logIn(service, 'dora@example.com');
  await round();
  expect(receiver.received).toHaveLength(before);
  receiver.answer = 200;
  const turnedOn = await asOperator(webhookRoutes.update, { webhook_id: id }, { disabled: false });
  expect(turnedOn.json).toMatchObject({ disabled_at: null, failing_since: null });
  const { user } = await logIn(service, 'eve@example.com');
  await round();
  const told = receiver.received.slice(before).map(({ event }) => ('user' in event ? event.user.id : ''));
  expect(told).toContain(user?.id);
});

test('a webhook endpoint that is turned off and on again receives what was queued before and what happens later, but nothing that happened in between', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created'] });
  receiver.answer = 500;
  const ada = await logIn(service, 'ada@example.com');
  await round();
  await asOperator(webhookRoutes.update, { webhook_id: id }, { disabled: true });
  receiver.answer = 200;
  const tried = receiver.received.length;
  await logIn(service, 'bob@example.com');
  service.clock.advance(60 * 60_000);
  await round();
  expect(receiver.received).toHaveLength(tried);
  await asOperator(webhookRoutes.update, { webhook_id: id }, { disabled: false });
  const cleo = await logIn(service, 'cleo@example.com');
  await round();
  const sent = receiver.received.slice(tried).map(({ event }) => ('user' in event ? event.user.id : ''));
  expect(sent.sort()).toEqual([ada.user?.id, cleo.user?.id].sort());
});

test('a 410 response disables a webhook endpoint at once', async () => {
  await register(service, receiver.url);
  receiver.answer = 410;
  await logIn(service, 'ada@example.com');
  await round();
  expect((await asOperator(webhookRoutes.list)).json.webhooks[0]?.disabled_at).not.toBeNull();
});

test('a second failure long after the first does not disable a webhook endpoint before a delivery is given up', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created'] });
  receiver.answer = 500;
  await logIn(service, 'ada@example.com');
  await round();
  service.clock.advance(10 * 24 * 3_600_000);
  await round();
  expect((await asOperator(webhookRoutes.list)).json.webhooks[0]).toMatchObject({ id, disabled_at: null });
});

test('a webhook endpoint receives only events of its types that happened after its creation', async () => {
  await logIn(service, 'ada@example.com');
  await service.service.seal();
  await register(service, receiver.url, { types: ['user.deleted'] });
  await register(service, receiver.url, { types: ['user.created'] });
  const { user } = await logIn(service, 'bob@example.com');
  await round();
  expect(receiver.received.map(({ event }) => event)).toEqual([
    { type: 'user.created', occurred_at: expect.any(Number), user },
  ]);
});

test('two services on one database send each webhook event once', async () => {
  const { clock, config, database } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const second = await createService({ clock, config, database, mailer, apps: [service.app] });
  await register(service, receiver.url, { types: ['user.created'] });
  for (let user = 0; user < 25; user += 1) await logIn(service, `user${user}@example.com`);
  await service.service.seal();
  await Promise.all([
    service.service.deliver(),
    second.deliver(),
    service.service.deliver(),
    second.deliver(),
  ]);
  await Promise.all([service.service.deliver(), second.deliver()]);
  await second.close();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(25);
  expect(new Set(ids).size).toBe(25);
});

test('[S46] a process whose lease expired does not change a webhook delivery that another process has taken over', async () => {
  const other = await service.startAnother();
  const { id } = await register(service, receiver.url, { types: ['user.created'] });
  await logIn(service, 'ada@example.com');
  await service.service.seal();
  receiver.answer = 'hang';
  const late = service.service.deliver();
  await receiver.until(1);
  service.clock.advance(31_000); // its lease has expired
  receiver.answer = 200;
  await other.service.deliver();
  const delivered = { state: 'delivered', tries: 2, last_status: 200, last_failure: null };
  expect(await deliveriesOf(id)).toMatchObject([delivered]);
  receiver.hangUp();
  await late;
  expect(await deliveriesOf(id)).toMatchObject([delivered]);
  expect((await asOperator(webhookRoutes.list)).json.webhooks[0]?.failing_since).toBeNull();
  await other.close();
});

test('a slow webhook endpoint does not delay another one', async () => {
  const slow = await startReceiver();
  slow.answer = 'hang';
  await register(service, slow.url, { types: ['user.created'] });
  await register(service, receiver.url, { types: ['user.created'] });
  await logIn(service, 'ada@example.com');
  await service.service.seal();
  const sending = service.service.deliver();
  await Promise.all([slow.until(1), receiver.until(1)]);
  await logIn(service, 'bob@example.com');
  await service.service.seal();
  const again = service.service.deliver();
  await receiver.until(2);
  await slow.close(); // ends the hanging requests
  await Promise.all([sending, again]);
  expect(slow.received.length).toBeGreaterThanOrEqual(1);
});

test('a webhook test event arrives, and the operator can resend it under its id', async () => {
  const { id } = await register(service, receiver.url, { types: ['user.created'] });
  const sent = await asOperator(webhookRoutes.test, { webhook_id: id });
  expect(sent.json).toMatchObject({ type: 'privy.test', state: 'pending', tries: 0 });
  await round();
  const { event_id: eventId } = sent.json;
  const again = await asOperator(webhookRoutes.redeliver, { webhook_id: id, event_id: eventId });
  expect(again.json).toMatchObject({ event_id: eventId, state: 'pending', tries: 0 });
  await round();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
  expect(receiver.received[0]?.event).toMatchObject({ type: 'privy.test', message: expect.any(String) });
});

test('the list of webhook endpoints refuses a wrong key and has no secrets; internal addresses are refused', async () => {
  const params = { id: service.app.id };
  const stranger = await service.call(webhookRoutes.list, { bearer: 'wrong', params });
  expect(stranger.status).toBe(401);
  const { id } = await register(service, receiver.url);
  expect(JSON.stringify((await asOperator(webhookRoutes.list)).json)).not.toContain('whsec_');
  for (const url of [
    'https://169.254.169.254/latest',
    'http://example.com/',
    'https://u:p@example.com/',
    'x',
  ]) {
    const refused = await asOperator(webhookRoutes.create, {}, { url });
    expect(refused.status, url).toBe(400);
    expect(refused.json.code, url).toBe('invalid_data');
  }
  const unknownType = { url: receiver.url, types: ['user.renamed'] };
  expect((await asOperator(webhookRoutes.create, {}, unknownType)).status).toBe(400);
  expect((await asOperator(webhookRoutes.list, { id: 'no-such-app' })).json.code).toBe('app_not_found');
  for (const route of [
    webhookRoutes.update,
    webhookRoutes.remove,
    webhookRoutes.rotateSecret,
    webhookRoutes.test,
    webhookRoutes.deliveries,
  ]) {
    const unknown = await asOperator(route as Route<never, unknown>, { webhook_id: 'wh_unknown' });
    expect(unknown.status).toBe(404);
    expect(unknown.json.code).toBe('webhook_not_found');
  }
  expect((await asOperator(webhookRoutes.remove, { webhook_id: id })).status).toBe(200);
  expect((await asOperator(webhookRoutes.list)).json.webhooks).toEqual([]);
  expect(await auditKindsOf()).toEqual(expect.arrayContaining(['webhook.created', 'webhook.deleted']));
});

test('[S46] a back end on the operator’s own network is refused in production unless it is listed', async () => {
  const params = { id: service.app.id };
  const config = { production: true, adminKey: 'k'.repeat(32) };
  const outboundAllow = readOutboundAllow('127.0.0.1/32') ?? null;
  const create = (on: TestService, url: string) =>
    on.call(webhookRoutes.create, { bearer: on.config.adminKey, params, body: { url } });
  const strict = await service.startAnother({ config });
  const open = await service.startAnother({ config: { ...config, outboundAllow } });
  try {
    expect((await create(strict, receiver.url)).json.code).toBe('invalid_data');
    expect((await create(open, receiver.url.replace('127.0.0.1', '127.0.0.2'))).status).toBe(400);
    const made = await create(open, receiver.url);
    expect(made.status).toBe(200);
    const send = (on: TestService) =>
      on.call(webhookRoutes.test, {
        bearer: on.config.adminKey,
        params: { ...params, webhook_id: made.json.id },
      });
    await send(open);
    await open.service.deliver();
    expect(receiver.received[0]?.event).toMatchObject({ type: 'privy.test' });
    // The address is no longer called once it is off the list.
    await send(open);
    await strict.service.deliver();
    expect(receiver.received).toHaveLength(1);
    // Both deliveries were created at the same time, so their order is undefined.
    const failures = (await deliveriesOf(made.json.id)).map(({ last_failure }) => last_failure);
    expect(failures).toEqual(expect.arrayContaining([null, 'refused']));
  } finally {
    await open.close();
    await strict.close();
  }
});

test('of fifteen webhook endpoints created at once over two processes ten succeed, and the others are refused', async () => {
  const another = await service.startAnother();
  const replies = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      (index % 2 ? another : service).call(webhookRoutes.create, {
        bearer: service.config.adminKey,
        params: { id: service.app.id },
        body: { url: receiver.url },
      }),
    ),
  );
  const outcomes = replies.map(({ status }) => status).toSorted();
  expect(outcomes).toEqual([...Array(10).fill(200), ...Array(5).fill(400)]);
  const refused = replies.find(({ status }) => status === 400);
  expect(refused?.json.error).toBe('url: is one too many: an app has at most 10');
  expect((await asOperator(webhookRoutes.list)).json.webhooks).toHaveLength(10);
  await another.close();
});

async function auditKindsOf(): Promise<string[]> {
  await service.service.seal();
  const response = await service.fetch(
    new Request(`${service.config.url}/api/v1/admin/apps/${service.app.id}/audit?limit=1000`, {
      headers: { authorization: `Bearer ${service.config.adminKey}` },
    }),
  );
  const { events } = (await response.json()) as { events: { kind: string }[] };
  return events.map(({ kind }) => kind);
}
