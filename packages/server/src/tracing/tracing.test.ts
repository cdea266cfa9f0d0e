import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  createSchema,
  databaseKind,
  type ServerProcess,
  seedDataFolder,
  startServerProcess,
  testKeks,
} from '@latchkey/testkit';
import { emailRoutes, priceRoutes, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Collector, startCollector } from './collector.testkit.ts';
import { startTracing } from './index.ts';

// The built program with a collector, as an operator starts it.

const token = 'a-token-of-the-test-with-32-letters-or-more';
const email = 'canary-person@example.com';
const network = '203.0.113.77';

let sandbox: Sandbox;
/** A third party, which records what it gets. */
let party: Server;
const partyHeaders: string[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  party = createServer((request, response) => {
    partyHeaders.push(JSON.stringify(request.headers));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(party, 'listening');
});
afterAll(async () => {
  await sandbox.close();
  party.close();
});

let cwd: string;
let collector: Collector | null = null;
const running: ServerProcess[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'latchkey-tracing-'));
});
afterEach(async () => {
  for (const one of running) one.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await collector?.close();
  collector = null;
  rmSync(cwd, { recursive: true });
});

/** Starts a program whose spans leave after 50 ms. */
async function start({ url }: Collector, env: Record<string, string>, args: readonly string[] = []) {
  const shared = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
    LATCHKEY_TRUSTED_PROXIES: '1',
  };
  const child = startServerProcess({ ...shared, ...env }, cwd, args);
  running.push(child);
  return { child, origin: `http://127.0.0.1:${await child.listening}` };
}

async function database(variable: string, folder: string): Promise<Record<string, string>> {
  if (databaseKind === 'postgres') return { [variable]: await createSchema() };
  await seedDataFolder(folder);
  return {};
}

const headers = {
  'content-type': 'application/json',
  'privy-app-id': 'latchkey-demo-app-0000001',
  origin: 'http://localhost:3000',
  'x-forwarded-for': network,
  'user-agent': 'canary-agent',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const post = (origin: string, path: string, body: object) =>
  fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
const linesOf = (child: ServerProcess) =>
  child
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, string | number>);

test('a collector gets the spans of requests with their statements and calls, no email address, code, token, user id or network, and the ids that log lines and errors show', async () => {
  const to = await startCollector();
  collector = to;
  const recovery = await start(
    to,
    {
      ...(await database('LATCHKEY_RECOVERY_DATABASE_URL', join(cwd, 'recovery', 'recovery'))),
      LATCHKEY_DATA_DIR: join(cwd, 'recovery'),
      LATCHKEY_RECOVERY_TOKEN: token,
      LATCHKEY_RECOVERY_KEK: Buffer.from(testKeks.recovery).toString('base64'),
    },
    ['recovery'],
  );
  const service = await start(to, {
    ...(await database('LATCHKEY_DATABASE_URL', join(cwd, 'data'))),
    LATCHKEY_DATA_DIR: join(cwd, 'data'),
    LATCHKEY_WORKERS: '1',
    OTEL_METRICS_EXPORTER: 'otlp',
    LATCHKEY_RECOVERY_URL: recovery.origin,
    LATCHKEY_RECOVERY_TOKEN: token,
    LATCHKEY_PRICES_URL: `http://127.0.0.1:${(party.address() as AddressInfo).port}/api`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary-collector-key',
  });
  await post(service.origin, emailRoutes.sendCode.path, { email });
  const code = sandbox.inbox.list(email)[0]?.code ?? '';
  const login = await post(service.origin, emailRoutes.authenticate.path, { email, code });
  const reply = (await login.json()) as TokenReply;
  const refreshed = await post(service.origin, sessionRoutes.refresh.path, {
    refresh_token: reply.refresh_token,
  });
  const wrong = await post(service.origin, emailRoutes.authenticate.path, { email, code: '000000' });
  const unpriced = await fetch(`${service.origin}${priceRoutes.tokenPrice.path}?chainId=1&tokenSymbol=ETH`, {
    headers,
  });
  await fetch(`${service.origin}/canary-path?token=canary-query`, { headers });
  expect([login.status, refreshed.status, wrong.status]).toEqual([200, 200, 422]);

  // The last spans wait for the next batch. A stop sends them.
  service.child.kill('SIGTERM');
  expect(await service.child.exited).toBe(0);
  recovery.child.kill('SIGTERM');
  expect(await recovery.child.exited).toBe(0);

  const { spans } = to;
  const requestSpan = (answer: Response) => {
    const id = answer.headers.get('x-request-id');
    const found = spans.find(({ attributes }) => attributes['latchkey.request_id'] === id);
    if (!found) throw new Error(`no span of the request ${id}`);
    return found;
  };
  const loginSpan = requestSpan(login);
  expect(loginSpan).toMatchObject({
    service: 'latchkey',
    kind: 'server',
    name: `POST ${emailRoutes.authenticate.path}`,
    parentSpanId: '',
    hasFailed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': emailRoutes.authenticate.path,
      'http.response.status_code': 200,
      'latchkey.app_id': headers['privy-app-id'],
    },
  });
  expect(loginSpan.traceId).not.toBe(headers.traceparent.split('-')[1]);
  const children = spans.filter(({ parentSpanId }) => parentSpanId === loginSpan.spanId);
  expect(children.length).toBeGreaterThan(0);
  for (const child of children) {
    expect(child).toMatchObject({ traceId: loginSpan.traceId, kind: 'client' });
    expect(child.attributes['db.system.name']).toBe('postgresql');
  }
  // The embedded database knows no names of statements.
  const statement = databaseKind === 'postgres' ? 'sessions_start_by_code' : 'select log_in_by_code';
  expect(children.map(({ name }) => name)).toContain(statement);
  expect(requestSpan(wrong)).toMatchObject({
    hasFailed: false,
    attributes: { 'error.type': 'invalid_credentials', 'latchkey.app_id': headers['privy-app-id'] },
  });
  expect(requestSpan(unpriced)).toMatchObject({
    hasFailed: true,
    attributes: { 'error.type': 'service_unavailable', 'http.response.status_code': 503 },
  });
  const mail = spans.find(({ name }) => name === 'SMTP 127.0.0.1');
  expect(spans.find(({ spanId }) => spanId === mail?.parentSpanId)?.name).toBe(
    `POST ${emailRoutes.sendCode.path}`,
  );

  // The recovery store continues the trace. A third party gets no header of tracing, and is named by its host alone.
  const served = spans.find((span) => span.service === 'latchkey-recovery' && span.kind === 'server');
  const asked = spans.find(({ spanId }) => spanId === served?.parentSpanId);
  expect(asked).toMatchObject({ service: 'latchkey', kind: 'client', traceId: served?.traceId });
  expect(partyHeaders.length).toBeGreaterThan(0);
  for (const one of partyHeaders) expect(one).not.toMatch(/traceparent|tracestate|baggage/);
  const price = spans.find(({ name }) => name === 'GET 127.0.0.1');
  expect(Object.keys(price?.attributes ?? {}).sort()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'server.address',
  ]);

  // The last values of the metrics leave at the stop too.
  const pointsOf = (name: string) => to.metrics.findLast((metric) => metric.name === name)?.points ?? [];
  const worker = '1';
  expect(pointsOf('latchkey_logins_total')).toEqual([
    { attributes: { method: 'email', outcome: 'success', worker }, value: 1 },
    { attributes: { method: 'email', outcome: 'invalid_credentials', worker }, value: 1 },
  ]);
  const times = pointsOf('latchkey_http_request_duration_seconds').find(
    ({ attributes }) => attributes.route === 'sessions.refresh',
  );
  expect(times?.value).toHaveLength(13);
  expect([times?.value].flat().reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(1);
  expect(pointsOf('latchkey_database_up')).toEqual([{ attributes: { worker }, value: 1 }]);
  expect(new Set(to.metrics.map(({ service: from }) => from))).toEqual(new Set(['latchkey']));

  const line = linesOf(service.child).find(
    ({ msg, requestId }) => msg === 'answered' && requestId === login.headers.get('x-request-id'),
  );
  expect(line).toMatchObject({ trace_id: loginSpan.traceId, span_id: loginSpan.spanId });
  expect(linesOf(service.child).find(({ msg }) => msg === 'listening')).not.toHaveProperty('trace_id');

  const received = to.received();
  expect(received).toContain('Bearer canary-collector-key');
  const secrets = {
    email,
    code,
    token: reply.token,
    refresh: reply.refresh_token,
    access: reply.privy_access_token,
    user: reply.user?.id,
    network,
    agent: 'canary-agent',
    path: 'canary-path',
    query: 'canary-query',
    party: '/api',
    recovery: token,
  };
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret, what).toBeTruthy();
    // Templates of our own routes begin with /api too.
    const text = what === 'party' ? JSON.stringify(price) : received;
    expect(text.includes(String(secret)), what).toBe(false);
  }
  expect(service.child.output()).not.toContain('canary-collector-key');
});

test('with a collector that never answers, requests are answered and the stop ends in time', async () => {
  const to = await startCollector({ isSilent: true });
  collector = to;
  const { child, origin } = await start(to, {
    ...(await database('LATCHKEY_DATABASE_URL', join(cwd, 'data'))),
    LATCHKEY_DATA_DIR: join(cwd, 'data'),
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_METRICS_EXPORTER: 'otlp',
  });
  const path = `/api/v1/apps/${headers['privy-app-id']}`;
  expect((await fetch(origin + path, { headers })).status).toBe(200);
  await expect.poll(() => to.countRequests()).toBeGreaterThan(0);
  for (let call = 0; call < 5; call += 1) expect((await fetch(origin + path, { headers })).status).toBe(200);
  await expect.poll(() => child.output()).toContain('the collector does not take traces');
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  expect(child.output()).not.toContain('what was under way did not end in time');
});

test('without a collector startTracing returns null', async () => {
  const log = pino({ enabled: false });
  expect(await startTracing({ endpoint: null, log, serviceName: 'latchkey' })).toBeNull();
});
