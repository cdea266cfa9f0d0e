import { createTestService, type TestService } from '@latchkey/testkit';
import { checkedRoutes, emailRoutes, limits, sendEventRoute, sessionRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  service = await createTestService({ log });
});
afterAll(() => service.close());

/** Posts a body, as JSON unless a header says otherwise, to the route that sends codes or to another path. */
async function post(
  text: string | ReadableStream,
  headers: Record<string, string> = {},
  path = emailRoutes.sendCode.path,
) {
  const request = new Request(`http://localhost:4000${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'privy-app-id': service.app.id, ...headers },
    body: text,
    ...(typeof text === 'string' ? {} : { duplex: 'half' }),
  } as RequestInit);
  const response = await service.fetch(request);
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

const metric = async (line: string) => {
  const response = await service.fetch(new Request('http://localhost:4000/metrics'));
  return Number(
    (await response.text())
      .split('\n')
      .find((text) => text.startsWith(line))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};

test('an unknown route is not_found, and pages of an app may read the answer', async () => {
  for (const [method, path] of [
    ['POST', '/api/v1/farcaster/signer/revoke'],
    ['GET', '/'],
    ['DELETE', '/api/v1/sessions'],
  ]) {
    const response = await service.fetch(
      new Request(`http://localhost:4000${path}`, {
        method,
        headers: { origin: 'http://localhost:3000' },
      } as RequestInit),
    );
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  }
});

test('a public path whose id does not have the form of an app id is an unknown route', async () => {
  const request = async (path: string) => {
    const response = await service.fetch(new Request(`http://localhost:4000${path}`));
    return [response.status, await response.json()];
  };
  const unknown = await request('/api/v1/no_such_route');
  expect(unknown).toMatchObject([404, { code: 'not_found' }]);
  const tails = ['', '/jwks.json', '/cross-app/details'];
  for (const name of ['gas_spend', 'me', 'Gas-Spend-Of-The-App-00001', 'gas-spend-of-the-app-000001', '%00'])
    for (const path of tails.map((tail) => `/api/v1/apps/${name}${tail}`))
      expect(await request(path), path).toEqual(unknown);
  for (const path of ['/v1/apps/gas_spend?start_timestamp=0', '/v1/apps/gas_spend/jwks.json'])
    expect(await request(path), path).toEqual(unknown);
});

test('every route of the wire is served', async () => {
  for (const { route } of checkedRoutes) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, name === 'id' ? service.app.id : 'x']));
    const { json } = await service.call(route, { params });
    // Modules answer `not_found` too, with another message.
    expect((json as { error?: string } | undefined)?.error, route.name).not.toBe('There is no such route');
  }
});

test.each([
  ['{', 'invalid_data', 400],
  ['', 'invalid_data', 400],
  ['null', 'invalid_data', 400],
  ['"text"', 'invalid_data', 400],
  ['[]', 'invalid_data', 400],
  ['[{"email":"a@example.com"}]', 'invalid_data', 400],
  ['{"email":5}', 'invalid_data', 400],
  ['{"email":["a@example.com"]}', 'invalid_data', 400],
  ['{"email":{"$ne":""}}', 'invalid_data', 400],
  ['{}', 'invalid_data', 400],
])('[S56] the body %s is refused with %s', async (text, code, status) => {
  const answer = await post(text);
  expect(answer.status).toEqual(status);
  expect(answer.json.code).toEqual(code);
});

test.each([
  ['', emailRoutes.sendCode.path],
  [',"y":"\\u0000"', emailRoutes.sendCode.path],
  ['', sendEventRoute.path],
])('[S56] a body that is nested too deep is invalid_data and not a fault (%s, %s)', async (more, path) => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = `{"email":"a@example.com","event_name":"x","payload":{"a":${deep}}${more}}`;
  const logged = lines.length;
  const { status, json } = await post(text, {}, path);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
  expect(lines.slice(logged).join('')).not.toContain('failed');
});

test('a request body whose content type is not JSON is refused', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    '',
  ]) {
    const { status, json } = await post('{"email":"a@example.com"}', { 'content-type': type });
    expect(status).toBe(415);
    expect(json.code).toBe('unsupported_media_type');
  }
});

test('a request body over the limit is refused, with and without a declared length', async () => {
  const long = JSON.stringify({ email: 'a'.repeat(limits.bodyBytes) });
  const declared = await post(long, { 'content-length': String(long.length) });
  expect(declared.status).toBe(413);
  expect(declared.json.code).toBe('request_too_large');
  const streamed = await post(new Blob([long]).stream());
  expect(streamed.status).toBe(413);
  expect(streamed.json.code).toBe('request_too_large');
});

test('an error about a request body names the field and does not quote the value', async () => {
  const { json } = await post('{"email":"secret-canary"}');
  expect(json).toMatchObject({ code: 'invalid_data', data: { field: 'email' } });
  expect(JSON.stringify(json)).not.toContain('secret-canary');
});

test('[S56] client routes drop and count unknown fields, even one that names the prototype', async () => {
  const line = 'latchkey_http_dropped_fields_total{route="sessions.refresh"}';
  const before = await metric(line);
  const text = '{"refresh_token":"x","new_field":1,"__proto__":{"refresh_token":"y"},"constructor":{}}';
  const { status, json } = await post(text, {}, sessionRoutes.refresh.path);
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_token');
  expect(await metric(line)).toBe(before + 3);
  expect(({} as Record<string, unknown>).refresh_token).toBeUndefined();
});

test('[S56] a duplicate app header is read as one joined value, which names no app', async () => {
  const headers = new Headers({ 'content-type': 'application/json' });
  headers.append('privy-app-id', service.app.id);
  headers.append('privy-app-id', 'another-app-0000000000001');
  const url = `http://localhost:4000${emailRoutes.sendCode.path}`;
  const response = await service.fetch(
    new Request(url, { method: 'POST', headers, body: '{"email":"a@example.com"}' }),
  );
  expect(((await response.json()) as { code: string }).code).toBe('app_not_found');
});

test('[S49] an internal fault gets a general answer, and the log names its route but no values', async () => {
  const { call, database } = service;
  await database.db.execute(sql`alter table codes rename to codes_away`);
  try {
    const { status, json } = await call(emailRoutes.sendCode, { body: { email: 'canary@example.com' } });
    expect(status).toBe(500);
    expect(json).toEqual({ error: 'Something went wrong', code: 'internal_error' });
  } finally {
    await database.db.execute(sql`alter table codes_away rename to codes`);
  }
  const failure = lines.find((line) => line.includes('"failed"'));
  expect(JSON.parse(failure ?? '{}')).toMatchObject({
    level: 50,
    route: 'email.sendCode',
    code: 'internal_error',
  });
  expect(failure).not.toContain('canary');
});

test('[S49] a request for a code is answered with delivery_failed if the mail server is down', async () => {
  service.outbox.setDown(true);
  const { status, json } = await service.call(emailRoutes.sendCode, { body: { email: 'down@example.com' } });
  service.outbox.setDown(false);
  expect(status).toBe(422);
  expect(json.code).toBe('delivery_failed');
});

test('[S48] codes, tokens, emails, unknown paths, queries and line breaks from clients do not get into the log', async () => {
  const email = 'log-canary@example.com';
  await service.call(emailRoutes.sendCode, { body: { email } });
  const code = service.outbox.codeFor(email);
  const { json } = await service.call(emailRoutes.authenticate, { body: { email, code } });
  await service.call(sessionRoutes.refresh, {
    body: { refresh_token: json.refresh_token },
    bearer: json.token ?? '',
  });
  await service.call(sessionRoutes.refresh, { body: { refresh_token: 'bad' }, bearer: 'bearer-canary' });
  await service.fetch(new Request('http://localhost:4000/api/v1/apps/x%0a{"level":60}?token=query-canary'));
  await service.fetch(new Request('http://localhost:4000/nothing/path-canary?token=query-canary'));
  const log = lines.join('');
  const secrets = [code, json.token, json.privy_access_token, json.refresh_token, email];
  for (const secret of [...secrets, 'bearer-canary', 'query-canary', 'path-canary']) {
    expect(secret).toBeTruthy();
    expect(log).not.toContain(secret);
  }
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(log).toContain('"route":"/api/v1/passwordless/authenticate"');
  expect(log).not.toContain('"level":60');
});

test('the request id of an answer is in one log line', async () => {
  const { headers } = await service.call(sessionRoutes.logout, { body: {} });
  const id = headers.get('x-request-id') ?? 'none';
  expect(lines.filter((line) => line.includes(`"requestId":"${id}"`))).toHaveLength(1);
});

test('the service reports that it is alive and ready', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect((await service.fetch(new Request(`http://localhost:4000${path}`))).status).toBe(200);
  }
});

test('the metrics count answers by route and status', async () => {
  const line = 'latchkey_http_requests_total{route="sessions.logout",status="200"}';
  const before = await metric(line);
  await service.call(sessionRoutes.logout, { body: {} });
  expect(await metric(line)).toBe(before + 1);
  expect(await metric('latchkey_database_up')).toBe(1);
});

test('the API document contains every route, and the body and the codes of a route', async () => {
  const response = await service.fetch(new Request('http://localhost:4000/openapi.json'));
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((entry) => entry.operationId),
  );
  expect(names.sort()).toEqual(checkedRoutes.map(({ route }) => route.name).sort());
  const authenticate = document.paths['/api/v1/passwordless/authenticate']?.post;
  expect(authenticate).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['email', 'code'] } } } },
  });
  expect(JSON.stringify(authenticate?.responses[422])).toContain('invalid_credentials');
});
