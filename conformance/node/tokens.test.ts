import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { createNodeClient, type NodeClient } from './client.ts';

// A back end with @privy-io/node 0.35.0, unmodified. Only its option `apiUrl` points to our service. It calls `/v1/…`.

const appId = 'latchkey-test-app-0000001';
const otherAppId = 'latchkey-test-app-0000002';

describe.each(databases)('tokens in node 0.35.0, %s', (database) => {
  let service: ReachableService;
  let client: NodeClient;

  beforeAll(async () => {
    service = await startService(database, [
      conformanceApp({ id: appId }),
      conformanceApp({ id: otherAppId }),
    ]);
    client = await createNodeClient({ appId, appSecret: testAppSecret, url: service.url });
  });
  afterAll(() => service?.close());

  test('node 0.35.0 verifies access tokens with the key set, which it fetches once', async () => {
    service.takeRequests();
    for (const email of ['one@example.com', 'two@example.com']) {
      const { token, user } = await logIn(service, email);
      expect(
        await client
          .utils()
          .auth()
          .verifyAccessToken(token ?? ''),
      ).toEqual({
        app_id: appId,
        issuer: 'privy.io',
        issued_at: expect.any(Number),
        expiration: expect.any(Number),
        session_id: expect.any(String),
        user_id: user?.id,
      });
    }
    expect(service.takeRequests()).toEqual([`GET /v1/apps/${appId}/jwks.json 200`]);
  });

  test('node 0.35.0 rejects a token that is expired, changed, from another app, or for wallets', async () => {
    const { token, privy_access_token: serviceToken } = await logIn(service, 'refused@example.com');
    const other = await logIn(service, 'refused@example.com', { appId: otherAppId });
    const [header, payload, signature] = (token ?? '').split('.');
    const changed = `${header}.${payload}.${signature?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`;
    const verify = (one: string | null) =>
      client
        .utils()
        .auth()
        .verifyAccessToken(one ?? '');
    for (const wrong of [changed, other.token, serviceToken]) await expect(verify(wrong)).rejects.toThrow();
    await verify(token);
    service.passTime(3_601_000);
    await expect(verify(token)).rejects.toThrow('expired');
  });
});
