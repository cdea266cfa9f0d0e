import {
  createTestClient,
  createTestService,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { emailRoutes, getAppRoute, limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { createEmailLogin } from '../index.ts';
import { toBase } from './index.ts';

describe('a call to the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  const appCall = { params: { id: 'latchkey-test-app-0000001' } };
  const login = { body: { email: 'call@company.example', code: '000000' } };

  function clientWith(network: NonNullable<TestClientOptions['network']>, options: TestClientOptions = {}) {
    const test = createTestClient(service, { ...options, network });
    return { ...test, call: contextsOf(test.client).page.call() };
  }
  const answer = (status: number, body: object = {}) => Response.json(body, { status });
  /** Never answers. Rejects when the client aborts, as fetch does. */
  const hang = (request: Request) =>
    new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });

  it('[HTTP-01] a call goes only to the configured base URL', async () => {
    const { client, requests } = clientWith((_, forward) => forward(), { apiUrl: 'http://localhost:4000' });
    await client.start();
    await createEmailLogin(client).sendCode({ email: 'base@company.example' });
    expect(requests.map((request) => new URL(request.url).origin)).toEqual([
      'http://localhost:4000',
      'http://localhost:4000',
    ]);
    const elsewhere = clientWith(async () => answer(200, {}), { apiUrl: 'https://auth.example.com' });
    await elsewhere.call(emailRoutes.sendCode, { body: { email: 'base@company.example' } });
    expect(elsewhere.requests[0]?.url).toBe('https://auth.example.com/api/v1/passwordless/init');
  });

  it("[HTTP-02] the client expects cookies at the app's own address, and at an https host whose name starts with privy. or latchkey.", () => {
    const hasCookies = (url: string, isAppsOwn?: boolean) => toBase(url, isAppsOwn).hasCookies;
    expect(hasCookies('https://login.shop.example', true)).toBe(true);
    expect(hasCookies('https://privy.shop.example')).toBe(true);
    expect(hasCookies('https://latchkey.shop.example')).toBe(true);
    for (const url of [
      'https://auth.shop.example',
      'https://shop.example',
      'https://privy-shop.example',
      'http://privy.shop.example',
      'https://my.privy.shop.example',
    ])
      expect(hasCookies(url), url).toBe(false);
  });

  it('a call has the headers of the wire protocol, and includes cookies', async () => {
    const { call, requests } = clientWith(async () => answer(200), { clientId: 'client-1' });
    await call(emailRoutes.sendCode, { body: { email: 'head@company.example' }, bearer: 'a-token' });
    const headers = Object.fromEntries(requests[0]?.headers ?? []);
    expect(headers).toMatchObject({
      'privy-app-id': 'latchkey-test-app-0000001',
      'privy-client': 'latchkey-core:0.1.0',
      'privy-client-id': 'client-1',
      'privy-ca-id': expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      authorization: 'Bearer a-token',
      'content-type': 'application/json',
    });
    expect(requests[0]?.credentials).toBe('include');
  });

  it('[HTTP-03] a call times out after 20 s with client_request_timeout and is not repeated', async () => {
    const { call, sent, timers } = clientWith(hang);
    const failed = expect(call(getAppRoute, appCall)).rejects.toMatchObject({
      code: 'client_request_timeout',
    });
    await timers.advance(19_999);
    expect(timers.waiting).toBe(1);
    await timers.advance(1);
    await failed;
    await timers.advance(60_000);
    expect(sent).toHaveLength(1);
  });

  it('[HTTP-03] a call times out if the body of its answer never ends', async () => {
    const { call, timers } = clientWith(async (request) => {
      const body = new ReadableStream({
        start: (stream) =>
          request.signal.addEventListener('abort', () => stream.error(request.signal.reason)),
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    });
    const failed = expect(call(getAppRoute, appCall)).rejects.toMatchObject({
      code: 'client_request_timeout',
    });
    await timers.advance(limits.callTimeoutMs);
    await failed;
  });

  it('[HTTP-04] a failed call is repeated three times, 500 ms apart, on a safe route', async () => {
    for (const failure of [408, 425, 500, 502, 503, 504, 'network'] as const) {
      const times: number[] = [];
      const { call, timers } = clientWith(async () => {
        times.push(timers.now());
        if (failure === 'network') throw new TypeError('Failed to fetch');
        return answer(failure);
      });
      const failed = expect(call(getAppRoute, appCall), String(failure)).rejects.toThrow();
      await timers.advance(60_000);
      await failed;
      expect(
        times.map((time) => time - (times[0] ?? 0)),
        String(failure),
      ).toEqual([0, 500, 1000, 1500]);
    }
  });

  it('[HTTP-04] a call succeeds if a retry does', async () => {
    let tries = 0;
    const { call, timers } = clientWith(async (_, forward) => {
      tries += 1;
      return tries < 3 ? answer(503) : forward();
    });
    const asked = call(getAppRoute, appCall);
    await timers.advance(2 * limits.callRetryDelayMs);
    expect((await asked).id).toBe('latchkey-test-app-0000001');
  });

  it('[HTTP-04] a call is sent once on an unsafe route, and after a 4xx status other than 408 and 425', async () => {
    const unsafe = clientWith(async () => answer(503));
    const failed = expect(unsafe.call(emailRoutes.authenticate, login)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await unsafe.timers.advance(60_000);
    await failed;
    expect(unsafe.sent).toHaveLength(1);
    for (const status of [400, 401, 403, 404, 409, 422, 429]) {
      const { call, sent, timers } = clientWith(async () => answer(status));
      const refused = expect(call(getAppRoute, appCall)).rejects.toThrow();
      await timers.advance(60_000);
      await refused;
      expect(sent, String(status)).toHaveLength(1);
    }
  });

  it("a call throws the service's error with its code", async () => {
    const { call } = clientWith((_, forward) => forward());
    await expect(call(emailRoutes.authenticate, login)).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'invalid_credentials',
    });
  });

  it('a call reports an answer with status 200 or 401 that does not come from the service as internal_error, and one with 429 as too_many_requests', async () => {
    for (const [status, code] of [
      [200, 'internal_error'],
      [401, 'internal_error'],
      [429, 'too_many_requests'],
    ] as const) {
      const { call } = clientWith(async () => new Response('<h1>Welcome</h1>', { status }));
      await expect(call(getAppRoute, appCall)).rejects.toMatchObject({
        code,
        message: expect.stringContaining('apiUrl'),
      });
    }
  });
});
