import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { type AppInput, adminRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppSettings } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const bearer = 'test-admin-key';
const wallets = {
  create_on_login: 'off',
  user_owned_recovery_options: ['user-passcode'],
  require_user_owned_recovery_on_create: true,
  require_user_password_on_create: false,
} as const;
const funding = {
  methods: ['external'],
  default_recommended_amount: '0.05',
  default_recommended_currency: { chain: 'eip155:8453', asset: 'native-currency' },
  prompt_funding_on_wallet_creation: true,
} as const;

it.each<[string, AppInput, (settings: AppSettings) => unknown, unknown, unknown]>([
  [
    'login method order',
    { show_wallet_login_first: true },
    ({ appearance }) => appearance.loginGroupPriority,
    null,
    'web3-first',
  ],
  [
    'terms acceptance',
    { require_users_accept_terms: true },
    ({ legal }) => legal.requireUsersAcceptTerms,
    false,
    true,
  ],
  [
    'recovery options',
    { embedded_wallet_config: { ...wallets, user_owned_recovery_options: ['user-passcode'] } },
    ({ embeddedWallets: { userOwnedRecoveryOptions, requireUserOwnedRecoveryOnCreate } }) => [
      ...userOwnedRecoveryOptions,
      requireUserOwnedRecoveryOnCreate,
    ],
    [false],
    ['user-passcode', true],
  ],
  [
    'funding methods',
    { funding_config: { ...funding, methods: ['external'] } },
    ({ fundingConfig }) => fundingConfig?.methods,
    undefined,
    ['external'],
  ],
])('[CONF-29] changed settings apply at the next start: %s', async (_, settings, read, before, after) => {
  const created = await service.call(adminRoutes.createApp, {
    bearer,
    body: { name: 'Tidewater', email_auth: true, allowed_origins: ['http://localhost:3000'] },
  });
  const { id } = created.json;
  const load = async () => {
    const { client } = createTestClient(service, { appId: id });
    await client.start();
    return client.getState().settings;
  };
  const first = await load();
  expect(first && read(first)).toEqual(before);
  const changed = await service.call(adminRoutes.updateApp, { bearer, params: { id }, body: settings });
  expect(changed.json).toMatchObject(settings);
  const next = await load();
  expect(next && read(next)).toEqual(after);
});
