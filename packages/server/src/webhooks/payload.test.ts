import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  logIn,
  makeWallet,
  type TestService,
  toEnrolDevice,
} from '@latchkey/testkit';
import { custodyRoutes, type WireUser } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeEvent } from './payload.ts';
import { type Receiver, register, startReceiver } from './webhooks.testkit.ts';

let service: TestService;
let receiver: Receiver;

beforeEach(async () => {
  service = await createTestService();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await service.close();
});

/** Seals new events, sends them, and returns them by type. */
async function events() {
  await service.service.seal();
  await service.service.deliver();
  return Object.fromEntries(receiver.received.map(({ event }) => [event.type, event]));
}

test('webhook events of a login, a wallet, a recovery and a new device have the shapes that existing handlers read', async () => {
  await register(service, receiver.url);
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { user, privy_access_token: token } = await logIn(service, 'ada@example.com');
  const browser = await createCustodyClient(service, { token: token ?? '' });
  await browser.call(custodyRoutes.recover, ada.wallet.ref);
  const enrolled = await browser.call(custodyRoutes.enrolDevice, toEnrolDevice(ada.wallet));
  expect(enrolled.status).toBe(200);

  const told = await events();
  const occurred_at = expect.any(Number);
  const email = user?.linked_accounts.find(({ type }) => type === 'email');
  const { userId } = ada.user;
  const { address } = ada.wallet;
  expect(told).toEqual({
    'user.created': { type: 'user.created', occurred_at, user },
    'user.authenticated': { type: 'user.authenticated', occurred_at, user, account: email },
    'user.wallet_created': {
      type: 'user.wallet_created',
      occurred_at,
      user,
      wallet: { type: 'wallet', address, chain_type: 'ethereum' },
    },
    'wallet.recovered': {
      type: 'wallet.recovered',
      occurred_at,
      user_id: userId,
      wallet_id: address,
      wallet_address: address,
    },
    'wallet.device_enrolled': {
      type: 'wallet.device_enrolled',
      occurred_at,
      user_id: userId,
      device_id: expect.any(String),
      wallet_address: address,
    },
  });
});

const user: WireUser = {
  id: 'did:privy:a',
  created_at: 1,
  mfa_methods: [],
  has_accepted_terms: false,
  is_guest: false,
  linked_accounts: [
    ...['old@example.com', 'new@example.com'].map((address, at) => ({
      type: 'email' as const,
      address,
      verified_at: at,
      first_verified_at: at,
      latest_verified_at: at,
    })),
  ],
};
const gone = { user: null, wallets: [] };
const facts = { userId: user.id, subject: null, details: { account_type: 'email' }, atMs: 5_000 };

test('a webhook event about an account contains the newest account of its type, or only the type if it was removed', () => {
  const linked = composeEvent('user.linked_account', facts, { user, wallets: [] });
  expect(linked).toMatchObject({ occurred_at: 5, account: { address: 'new@example.com' } });
  expect(composeEvent('user.unlinked_account', facts, { user, wallets: [] })).toMatchObject({
    account: { type: 'email' },
  });
});

test('of a user who no longer exists, only the webhook event of the deletion is sent', () => {
  expect(composeEvent('user.created', facts, gone)).toBeNull();
  expect(composeEvent('wallet.recovered', facts, gone)).toBeNull();
  expect(composeEvent('user.deleted', facts, gone)).toEqual({
    type: 'user.deleted',
    occurred_at: 5,
    user: { id: user.id },
  });
});

test('webhook events about second factors contain the method that was enabled, or the time of a pending removal', () => {
  const enabled = composeEvent(
    'mfa.enabled',
    { ...facts, details: { method: 'totp' } },
    { user, wallets: [] },
  );
  expect(enabled).toEqual({ type: 'mfa.enabled', occurred_at: 5, user_id: user.id, method: 'totp' });
  const of = { user, wallets: [] };
  const pending = composeEvent('mfa.removal_pending', { ...facts, details: { minutes_left: 10_080 } }, of);
  const removes_at = 5 + 7 * 24 * 60 * 60;
  expect(pending).toEqual({ type: 'mfa.removal_pending', occurred_at: 5, user_id: user.id, removes_at });
  const cancelled = composeEvent('mfa.removal_cancelled', facts, of);
  expect(cancelled).toEqual({ type: 'mfa.removal_cancelled', occurred_at: 5, user_id: user.id });
});

test('the webhook event of a changed recovery contains the method, under the name that existing handlers know', () => {
  const address = '0x0000000000000000000000000000000000000001';
  const wallet = {
    type: 'wallet' as const,
    address,
    chain_type: 'ethereum' as const,
    chain_id: 'eip155:1',
    wallet_client: 'privy' as const,
    wallet_client_type: 'privy',
    connector_type: 'embedded',
    recovery_method: 'user-passcode',
    wallet_index: 0,
    imported: false,
    delegated: false,
    verified_at: 1,
    first_verified_at: 1,
    latest_verified_at: 1,
  } as WireUser['linked_accounts'][number];
  const changed = (method: string) =>
    composeEvent(
      'wallet.recovery_setup',
      { ...facts, details: { method } },
      { user: { ...user, linked_accounts: [wallet] }, wallets: [] },
    );
  expect(changed('user-passcode')).toEqual({
    type: 'wallet.recovery_setup',
    occurred_at: 5,
    user_id: user.id,
    wallet_id: address,
    wallet_address: address,
    method: 'user_passcode_derived_recovery_key',
  });
  expect(changed('something')).toBeNull();
});

test('a webhook event about a wallet names that wallet, even an imported one', async () => {
  await register(service, receiver.url);
  const ada = await createWalletOwner(service, 'ada@example.com');
  const owner = { appId: service.app.id, userId: ada.user.userId };
  const made = makeWallet(owner);
  const { body } = made;
  const imported = await ada.client.call(custodyRoutes.import, { ...body, kind: 'imported-key' });
  expect(imported.status).toBe(200);
  const exported = { ...made.ref, address: made.address, what: 'key' } as const;
  expect((await ada.client.call(custodyRoutes.export, exported)).status).toBe(200);
  expect((await ada.client.call(custodyRoutes.recover, made.ref)).status).toBe(200);
  const before = receiver.received.length;
  const told = await events();
  const { address } = made;
  // Two wallets were created, and one of the events is about the imported one.
  const created = receiver.received.slice(before).filter(({ event }) => event.type === 'user.wallet_created');
  expect(created.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ wallet: expect.objectContaining({ address }) }),
  );
  expect(told['wallet.private_key_export']).toMatchObject({ wallet_id: address, wallet_address: address });
  expect(told['wallet.recovered']).toMatchObject({ wallet_id: address, wallet_address: address });
});
