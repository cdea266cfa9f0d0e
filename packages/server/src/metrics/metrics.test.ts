import { createService } from '@latchkey/server';
import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  databaseKind,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import { checkedRoutes, custodyRoutes, emailRoutes, methodIds, oauthRoutes, smsRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  clientId,
  oauthLoginBody,
  returnFromProvider,
  start,
  startStandIn,
} from '../methods/oauth/oauth.testkit.ts';
import { register, startReceiver } from '../webhooks/webhooks.testkit.ts';
import { alone, joinWorkers } from '../workers/index.ts';
import { loginRoutes } from './countedRoutes.ts';
import { createMetrics } from './index.ts';
import { metricTable } from './table.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  google_oauth: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [app] });
});
afterEach(() => service.close());

async function read(from = service): Promise<string> {
  return (await from.fetch(new Request(`${from.config.url}/metrics`))).text();
}

/** Returns the series of a metric, by its labels as printed. */
async function seriesOf(name: keyof typeof metricTable, from = service): Promise<Record<string, number>> {
  const lines = (await read(from)).split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value] = /^\w+(?:\{(.*)\})? (.*)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

test('logins are counted by method and outcome, codes by channel and purpose, messages by channel and outcome', async () => {
  await logIn(service, 'ada@example.com');
  const email = 'ada@example.com';
  await service.call(emailRoutes.authenticate, { body: { email, code: '000000' } });
  await service.call(emailRoutes.authenticate, {
    origin: 'https://evil.example',
    body: { email, code: '1' },
  });
  await service.call(smsRoutes.sendCode, { body: { phoneNumber: '+12015550123' } });
  service.outbox.setDown(true);
  await service.call(emailRoutes.sendCode, { body: { email: 'grace@example.com' } });
  expect(await seriesOf('latchkey_logins_total')).toEqual({
    'method="email",outcome="success"': 1,
    'method="email",outcome="invalid_credentials"': 1,
    'method="email",outcome="origin_not_allowed"': 1,
  });
  expect(await seriesOf('latchkey_codes_sent_total')).toEqual({
    'channel="email",purpose="login"': 1,
    'channel="sms",purpose="login"': 1,
  });
  expect(await seriesOf('latchkey_messages_total')).toEqual({
    'channel="email",outcome="success"': 1,
    'channel="sms",outcome="success"': 1,
    'channel="email",outcome="delivery_failed"': 1,
  });
});

test('a social login is counted under its provider, and one whose code is sent again under oauth', async () => {
  const standIn = await startStandIn(() => service.clock.now());
  const social = await createTestService({
    apps: [app],
    config: { oauthUrl: standIn.url, sharedOAuthClients: { google: { id: clientId, secret: 'hush' } } },
  });
  try {
    const { visit } = await start(social, 'google');
    const nonce = visit.page.searchParams.get('nonce');
    const idToken = () =>
      standIn.idToken({ sub: 'g-1', email: 'ada@gmail.example', email_verified: true, nonce });
    standIn.on('/token', async () => ({
      json: { access_token: 'a', token_type: 'Bearer', id_token: await idToken() },
    }));
    const { target } = await returnFromProvider(social, visit);
    const body = oauthLoginBody(visit, target);
    await social.call(oauthRoutes.authenticate, { body });
    await social.call(oauthRoutes.authenticate, { body });
    expect(await seriesOf('latchkey_logins_total', social)).toEqual({
      'method="google",outcome="success"': 1,
      'method="oauth",outcome="invalid_credentials"': 1,
    });
  } finally {
    await social.close();
    await standIn.close();
  }
});

test('every login route is counted, and every method but cross-app has a login route', () => {
  const names = checkedRoutes
    .map(({ route }) => route.name)
    .filter((name) => /\.(authenticate\w*|signUp)$/.test(name));
  expect(Object.keys(loginRoutes).sort()).toEqual([...names].sort());
  // Logins by other apps use the routes of social logins.
  const counted = methodIds.filter((id) => id !== 'cross-app');
  expect([...new Set<string>(Object.values(loginRoutes))].sort()).toEqual(counted.sort());
});

test('calls that a frame needs before it can sign are counted by outcome, and audit events once in total', async () => {
  const { recover, verifyToken } = custodyRoutes;
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { privy_access_token: token } = await logIn(service, 'ada@example.com');
  const browser = await createCustodyClient(service, { token: token ?? '' });
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
  service.clock.advance(660_000);
  const other = await createCustodyClient(service, { token: token ?? '' });
  expect((await other.call(recover, ada.wallet.ref)).json.code).toBe('recent_login_required');
  await browser.call(verifyToken, {});
  expect(await seriesOf('latchkey_wallet_releases_total')).toEqual({
    'act="recover",outcome="success"': 1,
    'act="recover",outcome="recent_login_required"': 1,
    'act="verify",outcome="success"': 1,
  });
  // Each event is sealed by one of the processes, and counted once in total.
  const second = await service.startAnother();
  await Promise.all([service.service.seal(), second.service.seal()]);
  await service.service.seal();
  const counts = await Promise.all([service, second].map((one) => seriesOf('latchkey_events_total', one)));
  const sumOf = (kind: string) => counts.reduce((sum, one) => sum + (one[`kind="${kind}"`] ?? 0), 0);
  expect(['user.created', 'wallet.created', 'wallet.recovered'].map(sumOf)).toEqual([1, 1, 1]);
  await second.close();
});

test('webhooks are counted as delivered and failed, and pending ones over the whole queue', async () => {
  const receiver = await startReceiver();
  const round = async () => {
    await service.service.seal();
    await service.service.deliver();
  };
  await register(service, receiver.url, { types: ['user.created', 'user.authenticated'] });
  receiver.answer = 500;
  await logIn(service, 'ada@example.com');
  await round();
  expect(await seriesOf('latchkey_webhook_tries_total')).toEqual({ 'outcome="failed"': 1 });
  // The failed delivery, and the same user's later one, which waits for it.
  expect(await seriesOf('latchkey_webhook_deliveries_pending')).toEqual({ '': 2 });
  receiver.answer = 200;
  service.clock.advance(60 * 60_000);
  await round();
  await round();
  expect(await seriesOf('latchkey_webhook_tries_total')).toEqual({
    'outcome="failed"': 1,
    'outcome="delivered"': 2,
  });
  expect(await seriesOf('latchkey_webhook_deliveries_pending')).toEqual({ '': 0 });
  await receiver.close();
});

test('the database’s connection pool is reported, and a failing source removes only its own metric', async () => {
  const { database } = service;
  const most = databaseKind === 'postgres' ? 10 : 1;
  expect(await seriesOf('latchkey_database_connections_max')).toEqual({ '': most });
  if (databaseKind === 'postgres') {
    await database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      expect((await seriesOf('latchkey_database_connections'))['state="busy"']).toBeGreaterThan(0);
    });
  }
  expect(await seriesOf('latchkey_database_waiting')).toEqual({ '': 0 });
  await database.db.execute(sql`alter table webhook_deliveries rename to away`);
  try {
    expect(await seriesOf('latchkey_webhook_deliveries_pending')).toEqual({});
    expect(await seriesOf('latchkey_database_up')).toEqual({ '': 1 });
  } finally {
    await database.db.execute(sql`alter table away rename to webhook_deliveries`);
  }
});

test('if the metrics of the workers cannot be read, /metrics answers internal_error and logs the failure', async () => {
  const { clock, config, database } = service;
  const lines: string[] = [];
  const send = () => {
    throw new Error('The channel to the primary process is closed');
  };
  const worker = await createService({
    apps: [app],
    clock,
    config,
    database,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    mailer: { send: async () => {}, close: async () => {} },
    workers: joinWorkers(1, { listen: () => undefined, send }),
  });
  try {
    const answer = await worker.fetch(new Request(`${config.url}/metrics`));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: 'internal_error' });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ route: 'metrics', msg: 'failed' }]);
  } finally {
    await worker.close();
  }
});

test('metric names follow Prometheus’ conventions, and after a login no series names the person, the app or an address', async () => {
  for (const [name, { type, labels, help }] of Object.entries(metricTable)) {
    expect(name).toMatch(/^latchkey_[a-z]+(_[a-z]+)*$/);
    expect(name.endsWith('_total'), name).toEqual(type === 'counter');
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
    for (const label of labels) expect(label).toMatch(/^[a-z]+$/);
    expect(help).toMatch(/\.$/);
  }
  const { user } = await logIn(service, 'ada@example.com');
  await service.fetch(new Request(`${service.config.url}/made-up/path?email=ada@example.com`));
  await service.service.seal();
  const text = await read();
  for (const private_ of ['ada', user?.id ?? '', service.app.id, 'made-up', '127.0.0.1']) {
    expect(text).not.toContain(private_);
  }
  const shown = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]);
  expect(shown).toEqual(Object.entries(metricTable).map(([name, { type }]) => [name, type]));
});

test('the metrics of two services in one process are counted separately', async () => {
  const [one, two] = [createMetrics(alone), createMetrics(alone)];
  one.count('latchkey_logins_total', { method: 'email', outcome: 'success' });
  expect(await one.text()).toContain('outcome="success"} 1');
  expect(await two.text()).not.toContain('outcome="success"');
});
