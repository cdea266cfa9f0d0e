import { claimsOf, createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { type CheckedRoute, checkedRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAccessToken, getIdentityToken } from '../index.ts';
import { internalsOf } from '../internals.ts';

const app = {
  id: 'latchkey-roles-app-000001',
  name: 'Roles',
  email_auth: true,
  identity_tokens: true,
  allowed_origins: ['http://localhost:3000'],
};

describe('the people of an app', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ apps: [app] });
  });
  afterAll(() => service.close());

  async function hold() {
    const { client, logIn } = createTestClient(service, { appId: app.id });
    await client.start();
    await logIn('role-01@company.example');
    const { user, settings } = client.getState();
    const token = await getAccessToken(client);
    const identityToken = await getIdentityToken(client);
    return {
      user,
      settings,
      token,
      identityToken,
      custodyToken: await internalsOf(client).session.getCustodyToken(),
    };
  }

  /** Everything that one of them holds. */
  let held: Awaited<ReturnType<typeof hold>>;
  beforeAll(async () => {
    held = await hold();
  });

  it('[ROLE-01] have no role in a token, in the user or in the settings', async () => {
    const { user, settings, token, identityToken, custodyToken } = held;
    const claims = [token, identityToken, custodyToken].map(claimsOf);
    const names = namesIn([claims, user, settings]);
    expect(names).toEqual(expect.arrayContaining(['sub', 'aud', 'linkedAccounts', 'loginMethods']));
    expect(names.filter((name) => /role|admin|operator|permission|scope|group$/i.test(name))).toEqual([]);
  });

  it("[ROLE-01] pass no door of the operator or of an app's back end with what they hold", async () => {
    const { user, custodyToken: bearer } = held;
    const closed = (checkedRoutes as readonly CheckedRoute<never, unknown>[])
      .map(({ route }) => route)
      .filter(({ auth }) => ['admin', 'app-secret'].includes(auth));
    expect(bearer).toMatch(/^ey/);
    expect(closed.length).toBeGreaterThan(20);
    for (const route of closed) {
      const { id } = app;
      const params = {
        id,
        user_id: user?.id ?? '',
        webhook_id: id,
        event_id: id,
        kid: id,
        name: 'google-drive',
      };
      const { status } = await service.call(route, {
        appId: id,
        secret: null,
        params,
        ...(bearer ? { bearer } : {}),
      });
      expect([route.name, status]).toEqual([route.name, 401]);
    }
  });
});

/** Every field name within a value. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
