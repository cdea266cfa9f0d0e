import { testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApp, versions } from './jsSdkCore/client.ts';
import { createNodeClient, type NodeClient } from './node/client.ts';
import { createServerAuth, type ServerAuthClient } from './serverAuth/client.ts';
import { conformanceApp, databases, type ReachableService, startService } from './service.ts';

// Limits that an app's settings put on logins by browser clients. The back-end clients edit the allowlist, use the test
// account and read the settings.

const appId = 'latchkey-test-app-0000001';
const closedAppId = 'latchkey-test-app-closed1';
const fullAppId = 'latchkey-test-app-full001';
const apps = [
  conformanceApp({ id: appId, test_credentials_enabled: true, disable_plus_emails: true }),
  conformanceApp({ id: closedAppId, allowlist_enabled: true }),
  conformanceApp({ id: fullAppId, max_users: 1 }),
];

describe.each(databases)('app settings, %s', (database) => {
  let service: ReachableService;
  const accessTo = (id: string) => ({ appId: id, appSecret: testAppSecret, url: service.url });

  beforeAll(async () => {
    service = await startService(database, apps);
  });
  afterAll(() => service?.close());

  async function signIn(name: string, id: string, email: string): Promise<string> {
    service.passTime(60_000);
    const { client } = await openApp({ name, appId: id, url: service.url });
    await client.auth.email.sendCode(email);
    return (await client.auth.email.loginWithCode(email, service.outbox.codeFor(email))).user.id;
  }

  describe.each([
    { name: 'server-auth 1.32.5', manage: () => createServerAuth(accessTo(closedAppId)) },
    {
      name: 'node 0.35.0',
      manage: async () => (await createNodeClient(accessTo(closedAppId))).apps(),
    },
  ])('allowlist by $name', ({ name, manage }) => {
    let client: Pick<ServerAuthClient, 'getAllowlist' | 'inviteToAllowlist' | 'removeFromAllowlist'>;
    const invited = `${name.replaceAll(/\W+/g, '-')}@club.example`;
    const entry = { type: 'email', value: invited };

    beforeAll(async () => {
      client = await manage();
    });

    test.each(versions)(
      '[ROLE-05] js-sdk-core $version cannot have a code sent to an address that is not on the allowlist',
      async (version) => {
        const stranger = signIn(version.name, closedAppId, 'stranger@club.example');
        await expect(stranger).rejects.toMatchObject({ code: 'allowlist_rejected' });
        expect(service.outbox.messages.map(({ to }) => to)).not.toContain('stranger@club.example');
      },
    );

    test('a person logs in with an email address on the allowlist, and is rejected after its removal from the list', async () => {
      expect(await client.inviteToAllowlist(entry)).toMatchObject(entry);
      expect(await client.getAllowlist()).toEqual([expect.objectContaining(entry)]);
      const [{ name: browserClient }] = versions;
      expect(await signIn(browserClient, closedAppId, invited)).toMatch(/^did:privy:/);
      expect(await client.removeFromAllowlist(entry)).toMatchObject(entry);
      expect(await client.getAllowlist()).toEqual([]);
      const again = signIn(browserClient, closedAppId, invited);
      await expect(again).rejects.toMatchObject({ code: 'allowlist_rejected' });
    });
  });

  test.each(versions)(
    "[ROLE-06] js-sdk-core $version cannot sign up a user beyond the app's maximum, and still logs in an existing user",
    async ({ name }) => {
      const first = await signIn(name, fullAppId, 'first@example.com');
      const second = signIn(name, fullAppId, 'second@example.com');
      await expect(second).rejects.toMatchObject({ code: 'max_accounts_reached' });
      expect(await signIn(name, fullAppId, 'first@example.com')).toBe(first);
    },
  );

  test.each(versions)('js-sdk-core $version reports that plus addresses are disallowed', async ({ name }) => {
    const plus = signIn(name, appId, 'ada+1@example.com');
    await expect(plus).rejects.toMatchObject({ code: 'disallowed_plus_email' });
  });

  describe('test account', () => {
    let serverAuth: ServerAuthClient;
    let node: NodeClient;

    beforeAll(async () => {
      serverAuth = await createServerAuth(accessTo(appId));
      node = await createNodeClient(accessTo(appId));
    });

    test('server-auth 1.32.5 and node 0.35.0 get a token for the test account without a mailbox', async () => {
      const { accessToken } = await serverAuth.getTestAccessToken();
      service.passTime(0);
      const { userId } = await serverAuth.verifyAuthToken(accessToken);
      const { access_token } = await node.apps().getTestAccessToken();
      expect(await node.utils().auth().verifyAccessToken(access_token)).toMatchObject({ user_id: userId });
    });

    test('the service returns no token for a test account if the app has not turned on test accounts', async () => {
      const closed = await createServerAuth(accessTo(closedAppId));
      await expect(closed.getTestAccessToken()).rejects.toMatchObject({ status: 404 });
    });
  });

  test('node 0.35.0 reads the app’s settings', async () => {
    const client = await createNodeClient(accessTo(appId));
    expect(await client.apps().getSettings()).toMatchObject({ id: appId, email_auth: true });
  });
});
