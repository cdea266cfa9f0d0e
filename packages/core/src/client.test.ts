import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { limits, ServiceError } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextsOf } from './contexts.ts';
import { createClient, createWallet, getAccessToken, logout } from './index.ts';

describe('a client', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  it('[CONF-01] a client is not ready before its start, and afterwards has the served settings and no user', async () => {
    const { client, sent } = createTestClient(service);
    expect(client.getState()).toEqual({
      ready: false,
      authenticated: false,
      user: null,
      isFactorPending: false,
      settings: null,
      error: null,
    });
    await client.start();
    expect(client.getState()).toMatchObject({ ready: true, authenticated: false, error: null });
    expect(client.getState().settings?.loginMethods).toEqual(['email']);
    expect(sent).toEqual([`GET /api/v1/apps/${service.app.id}`]);
  });

  it('[CONF-03] a client loads the app config without a bearer token or custom headers, so it needs no preflight', async () => {
    const { client, requests } = createTestClient(service);
    await client.start();
    const names = [...(requests[0]?.headers.keys() ?? [])];
    expect(names.filter((name) => name !== 'origin')).toEqual([]);
    expect(requests[0]?.credentials).toBe('omit');
  });

  it('a client starts once for concurrent calls', async () => {
    const { client, sent } = createTestClient(service);
    await Promise.all([client.start(), client.start(), client.start()]);
    expect(sent).toHaveLength(1);
  });

  it('a client that is ready starts again only after it was destroyed', async () => {
    const test = createTestClient(service);
    await test.client.start();
    await test.logIn('started@company.example');
    const before = test.sent.length;
    await test.client.start();
    expect(test.sent).toHaveLength(before);
    test.client.destroy();
    await test.client.start();
    expect(test.sent.slice(before)).toEqual(['POST /api/v1/sessions']);
  });

  it("setLook changes the host's theme and colour, before and after the settings are loaded", async () => {
    const { client } = createTestClient(service, {
      config: { appearance: { landingHeader: 'Come aboard' } },
    });
    const look = () => client.getState().settings?.appearance;
    const served = service.app.accent_color ?? null;
    client.setLook({ theme: 'dark', accentColor: '#7a00ff' });
    await client.start();
    expect(look()).toMatchObject({
      palette: { colorScheme: 'dark' },
      accentColor: '#7a00ff',
      landingHeader: 'Come aboard',
    });
    client.setLook({ theme: 'light' });
    expect(look()).toMatchObject({
      palette: { colorScheme: 'light' },
      accentColor: served,
      landingHeader: 'Come aboard',
    });
  });

  it('a client reports an origin that is not allowed', async () => {
    const { client } = createTestClient(service, { page: { url: 'http://localhost:9999/' } });
    await client.start();
    const { ready, error } = client.getState();
    expect(ready).toBe(false);
    expect(error?.code).toBe('origin_not_allowed');
    expect(error?.message).toContain('http://localhost:9999');
  });

  it("a client reports an unknown app id with the service's address", async () => {
    const appId = 'no-such-app-0000000000001';
    const { client } = createTestClient(service, { appId });
    await client.start();
    const { error } = client.getState();
    expect(error).toMatchObject({
      code: 'app_not_found',
      message: `The service at ${client.options.apiUrl} has no app ${appId}.`,
      docs: 'https://latchkey.github.io/latchkey/reference/errors#app_not_found',
    });
  });

  it("a client reports a network error with the service's address, and retries when the page gets the focus", async () => {
    let isDown = true;
    const { client, page, timers } = createTestClient(service, {
      network: async (_, forward) => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : forward()),
    });
    const started = client.start();
    await timers.advance(limits.callRetries * limits.callRetryDelayMs);
    await started;
    expect(client.getState()).toMatchObject({ ready: false, error: { code: 'network_error' } });
    expect(client.getState().error?.message).toContain(client.options.apiUrl);
    isDown = false;
    page.dispatch(new Event('focus'));
    await expect.poll(() => client.getState()).toMatchObject({ ready: true, error: null });
  });

  it('a client starts in a page that cannot change its address', async () => {
    const test = createTestClient(service, { page: { url: 'http://localhost:3000/?privy_token=made-up' } });
    Object.assign(test.page.window.history, {
      replaceState() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    await test.client.start();
    expect(test.client.getState()).toMatchObject({ ready: true, authenticated: false, error: null });
  });

  it("a client starts even if the code for a provider's answer does not load, and reading the answer then fails", async () => {
    const test = createTestClient(service);
    const { arrival } = contextsOf(test.client).page;
    arrival.set(Promise.reject(new ServiceError('network_error')));
    await test.client.start();
    expect(test.client.getState()).toMatchObject({ ready: true, error: null });
    await expect(arrival.take()).rejects.toMatchObject({ code: 'network_error' });
  });

  it('a client logs a user in even if the browser blocks storage', async () => {
    const test = createTestClient(service, { page: { isStorageBlocked: true } });
    await test.client.start();
    await test.logIn('blocked@company.example');
    expect(test.client.getState().authenticated).toBe(true);
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
    expect(test.profile.stored.size).toBe(0);
  });

  it('a client can be created on a server, where it is not ready after its start', async () => {
    const client = createClient({ appId: service.app.id });
    await client.start();
    expect(client.getState()).toMatchObject({ ready: false, error: null });
  });

  it('[ERR-22] a client rejects a logout on a server, and the creation of a wallet after it was destroyed', async () => {
    const rendered = createClient({ appId: service.app.id });
    await expect(logout(rendered)).rejects.toMatchObject({
      code: 'no_api',
      message: 'Session has no API instance',
    });
    const test = createTestClient(service);
    await test.client.start();
    await test.logIn('no-api@company.example');
    test.client.destroy();
    await expect(createWallet(test.client)).rejects.toMatchObject({ code: 'no_api' });
    await logout(test.client);
    expect(test.client.getState().authenticated).toBe(false);
  });

  it('a client with a storage prefix begins every stored key with it, and writes no cookies', async () => {
    const test = createTestClient(service, { storagePrefix: 'app-1:' });
    await test.client.start();
    await test.logIn('prefix@company.example');
    expect([...test.profile.stored.keys()].sort()).toEqual([
      'app-1:privy:caid',
      'app-1:privy:latchkey-test-app-0000001:recent-login-method',
      'app-1:privy:pat',
      'app-1:privy:refresh_token',
      'app-1:privy:token',
    ]);
    expect(test.page.cookies.size).toBe(0);
  });
});
