import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { createServerAuth, type ServerAuthClient } from './client.ts';

// A back end with server-auth 1.32.5, unmodified. Only its option `apiURL` points to our service.

const appId = 'latchkey-test-app-0000001';
const otherAppId = 'latchkey-test-app-0000002';

describe.each(databases)('tokens in server-auth 1.32.5, %s', (database) => {
  let service: ReachableService;
  let client: ServerAuthClient;

  beforeAll(async () => {
    service = await startService(database, [
      conformanceApp({ id: appId }),
      conformanceApp({ id: otherAppId }),
    ]);
    client = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
  });
  afterAll(() => service?.close());

  test('server-auth 1.32.5 reads the settings of the app', async () => {
    const settings = await client.getAppSettings();
    expect(settings).toMatchObject({ id: appId, emailAuth: true, allowlistEnabled: false });
    expect(settings.verificationKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(settings.createdAt).toEqual(expect.any(Date));
  });

  test('server-auth 1.32.5 verifies an access token with the key from the service', async () => {
    const { token, user } = await logIn(service, 'token@example.com');
    expect(await client.verifyAuthToken(token ?? '')).toMatchObject({
      appId,
      issuer: 'privy.io',
      userId: user?.id,
      sessionId: expect.any(String),
      issuedAt: expect.any(Number),
      expiration: expect.any(Number),
    });
  });

  test('server-auth 1.32.5 rejects a token that is expired, changed, from another app, or for wallets', async () => {
    const { token, privy_access_token: serviceToken } = await logIn(service, 'refused@example.com');
    const other = await logIn(service, 'refused@example.com', { appId: otherAppId });
    const [header, payload, signature] = (token ?? '').split('.');
    const changed = `${header}.${payload}.${signature?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`;
    for (const wrong of [changed, other.token, serviceToken]) {
      await expect(client.verifyAuthToken(wrong ?? '')).rejects.toThrow();
    }
    await client.verifyAuthToken(token ?? '');
    service.passTime(3_601_000);
    await expect(client.verifyAuthToken(token ?? '')).rejects.toThrow(/exp/);
  });
});
