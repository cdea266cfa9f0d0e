import { claimsOf, createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { type CheckedRoute, checkedRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import {
  createAccountLink,
  createAdditionalWallet,
  createWallet,
  exportWallet,
  getAccessToken,
  getIdentityToken,
  importWallet,
  initEnrollmentWithPasskey,
  initEnrollmentWithSms,
  initEnrollmentWithTotp,
  linkWithSiwe,
  sendTransaction,
  signMessage,
  signTransaction,
  signTypedData,
  unlinkAccount,
  unlinkEmail,
  unlinkWallet,
} from '../index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
/** Any message will do, because nothing verifies it here. */
const siwe = `localhost wants you to sign in with your Ethereum account:\n${address}`;

const app = {
  id: 'latchkey-roles-app-000001',
  name: 'Roles',
  email_auth: true,
  identity_tokens: true,
  allowed_origins: ['http://localhost:3000'],
};

describe('a user of an app', () => {
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
      custodyToken: await contextsOf(client).session.getCustodyToken(),
    };
  }

  /** Operations that require a user, of seven kinds. */
  const operations: Record<string, (client: LatchkeyClient) => readonly (() => Promise<unknown>)[]> = {
    linking: (client) => [
      () => createAccountLink(client, 'email').sendCode('other@company.example'),
      () => linkWithSiwe(client, { message: siwe, signature: '0x01' }),
    ],
    unlinking: (client) => [
      () => unlinkEmail(client, 'ada@company.example'),
      () => unlinkWallet(client, address),
      () => unlinkAccount(client, { method: 'oauth', handle: { provider: 'google', subject: 'subject' } }),
    ],
    signing: (client) => [
      () => signMessage(client, { message: 'Hello' }),
      () => signTypedData(client, { typedData: { types: {}, primaryType: 'Mail', domain: {}, message: {} } }),
    ],
    transactions: (client) => [
      () => sendTransaction(client, { transaction: { to: address, value: '0x1' } }),
      () => signTransaction(client, { transaction: { to: address, value: '0x1' } }),
    ],
    'key export': (client) => [() => exportWallet(client, { container: {} as HTMLElement })],
    'MFA enrolment': (client) => [
      () => initEnrollmentWithTotp(client),
      () => initEnrollmentWithSms(client, { phoneNumber: '+12015550123' }),
      () => initEnrollmentWithPasskey(client),
    ],
    'wallet creation': (client) => [
      () => createWallet(client),
      () => createAdditionalWallet(client),
      () => importWallet(client, { privateKey: `0x${'1'.repeat(64)}` }),
    ],
  };

  it.each(Object.entries(operations))(
    '[ROLE-03] a user must be signed in for %s; otherwise only analytics events are sent',
    async (_, of) => {
      const wallet = createScriptedFrame(service);
      const { client, sent } = createTestClient(service, { appId: app.id, page: { frame: wallet.script } });
      await client.start();
      sent.length = 0;
      for (const act of of(client)) {
        const code = await act().then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
        expect(code, String(act)).toBe('must_be_authenticated');
      }
      expect(sent.filter((call) => !call.endsWith('/analytics_events'))).toEqual([]);
      expect(wallet.heard).toEqual([]);
    },
  );

  /** The user, settings and tokens of a signed-in user. */
  let held: Awaited<ReturnType<typeof hold>>;
  beforeAll(async () => {
    held = await hold();
  });

  it('[ROLE-01] a user has no role in their tokens, in their record or in the settings', async () => {
    const { user, settings, token, identityToken, custodyToken } = held;
    const claims = [token, identityToken, custodyToken].map(claimsOf);
    const names = namesIn([claims, user, settings]);
    expect(names).toEqual(expect.arrayContaining(['sub', 'aud', 'linkedAccounts', 'loginMethods']));
    expect(names.filter((name) => /role|admin|operator|permission|scope|group$/i.test(name))).toEqual([]);
  });

  it("[ROLE-01] a user cannot call the routes of the operator or of an app's back end with their token", async () => {
    const { user, custodyToken: bearer } = held;
    const closed = (checkedRoutes as readonly CheckedRoute<never, unknown>[])
      .map(({ route }) => route)
      .filter(({ auth }) => ['operator', 'app-secret'].includes(auth));
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
        connection_id: id,
        token_id: id,
        name: 'google-drive',
      };
      const { status } = await service.call(route, {
        appId: id,
        secret: null,
        params,
        ...(bearer ? { bearer } : {}),
      });
      expect(status, route.name).toBe(401);
    }
  });
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
