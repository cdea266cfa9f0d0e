import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createWallet, getAccessToken, logout } from './index.ts';

describe('a client', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  it('[CONF-01] is not ready before its start, and ready with the served settings and no one signed in after it', async () => {
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

  it('[CONF-03] asks for the app config without a bearer or any header of ours, so that no preflight stands before it', async () => {
    const { client, requests } = createTestClient(service);
    await client.start();
    const names = [...(requests[0]?.headers.keys() ?? [])];
    expect(names.filter((name) => name !== 'origin')).toEqual([]);
    expect(requests[0]?.credentials).toBe('omit');
  });

  it('starts once for all who ask', async () => {
    const { client, sent } = createTestClient(service);
    await Promise.all([client.start(), client.start(), client.start()]);
    expect(sent).toHaveLength(1);
  });

  it('is not started again by a part of the page, before it has ended', async () => {
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

  it('follows the look of its host, before the settings are there and after', async () => {
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

  it('tells the developer of an origin that is not allowed', async () => {
    const { client } = createTestClient(service, { page: { url: 'http://localhost:9999/' } });
    await client.start();
    const { ready, error } = client.getState();
    expect(ready).toBe(false);
    expect(error?.code).toBe('origin_not_allowed');
    expect(error?.message).toContain('http://localhost:9999');
  });

  it('names the app id that the service does not know, and the service', async () => {
    const appId = 'no-such-app-0000000000001';
    const { client } = createTestClient(service, { appId });
    await client.start();
    const { error } = client.getState();
    expect(error).toMatchObject({
      code: 'app_not_found',
      message: `The service at ${client.options.apiUrl} has no app ${appId}.`,
      docs: 'docs/reference/errors.md#app_not_found',
    });
  });

  it('never throws for a network that is down, names the address, and tries again when the page gets the focus', async () => {
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

  it('stays usable where the browser refuses storage', async () => {
    const test = createTestClient(service, { page: { isStorageBlocked: true } });
    await test.client.start();
    await test.logIn('blocked@company.example');
    expect(test.client.getState().authenticated).toBe(true);
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
    expect(test.profile.stored.size).toBe(0);
  });

  it('can be made on a server and does nothing there', async () => {
    const client = createClient({ appId: service.app.id });
    await client.start();
    expect(client.getState()).toMatchObject({ ready: false, error: null });
  });

  it('[ERR-22] refuses operations without a way to the service', async () => {
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

  it('keeps several apps on one origin apart by a storage prefix, and writes no cookies then', async () => {
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
