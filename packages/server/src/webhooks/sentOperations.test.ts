import {
  createTestService,
  createWalletOwner,
  logIn,
  makePasswordSet,
  type TestService,
  testAppSecret,
  toSetRecovery,
} from '@latchkey/testkit';
import { custodyRoutes, deviceRoutes, directoryRoutes, emailRoutes, smsRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfSecret } from '../apps/appSecret.ts';
import { type Receiver, register, startReceiver } from './webhooks.testkit.ts';

// Each operation is done through the service, and its event must arrive at a back end.

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  secret_hash: hashOfSecret(testAppSecret),
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await createTestService({ apps: [app] });
  receiver = await startReceiver();
  await register(service, receiver.url);
});
afterAll(async () => {
  await receiver?.close();
  await service?.close();
});

async function done(answer: Promise<{ status: number; json: unknown }>): Promise<void> {
  expect(await answer).toMatchObject({ status: 200 });
}

async function person(email: string) {
  const { user, token } = await logIn(service, email);
  return { id: user?.id ?? '', bearer: token ?? '' };
}

async function phoneCode(bearer: string, phoneNumber: string): Promise<string> {
  await done(service.call(smsRoutes.sendCode, { bearer, body: { phoneNumber } }));
  return service.outbox.codeFor(phoneNumber);
}

async function linkPhone(bearer: string, phoneNumber: string): Promise<void> {
  const code = await phoneCode(bearer, phoneNumber);
  await done(service.call(smsRoutes.link, { bearer, body: { phoneNumber, code } }));
}

/** Operations, each of which returns the user and the contents of the expected event. */
const operations: [type: string, act: () => Promise<{ id: string; told: object }>][] = [
  [
    'user.linked_account',
    async () => {
      const { id, bearer } = await person('linked@example.com');
      await linkPhone(bearer, '+12015550101');
      return { id, told: { user: { id }, account: { type: 'phone', phoneNumber: '+12015550101' } } };
    },
  ],
  [
    'user.updated_account',
    async () => {
      const { id, bearer } = await person('old@example.com');
      const [oldAddress, newAddress] = ['old@example.com', 'new@example.com'];
      await done(service.call(emailRoutes.sendCode, { bearer, body: { email: newAddress } }));
      const body = { oldAddress, newAddress, code: service.outbox.codeFor(newAddress) };
      await done(service.call(emailRoutes.update, { bearer, body }));
      return { id, told: { user: { id }, account: { type: 'email', address: newAddress } } };
    },
  ],
  [
    'user.unlinked_account',
    async () => {
      const { id, bearer } = await person('unlinked@example.com');
      await linkPhone(bearer, '+12015550102');
      await done(service.call(smsRoutes.unlink, { bearer, body: { phoneNumber: '+12015550102' } }));
      const linked_accounts = [{ type: 'email', address: 'unlinked@example.com' }];
      return { id, told: { user: { id, linked_accounts }, account: { type: 'phone' } } };
    },
  ],
  [
    'user.deleted',
    async () => {
      const { id } = await person('deleted@example.com');
      await done(service.call(directoryRoutes.deleteUser, { params: { user_id: id } }));
      return { id, told: { user: { id } } };
    },
  ],
  [
    'wallet.recovery_setup',
    async () => {
      const { user, wallet, client } = await createWalletOwner(service, 'recovery@example.com');
      const recovery = makePasswordSet(2).set;
      await done(client.call(custodyRoutes.setRecovery, toSetRecovery(wallet, recovery)));
      const named = { wallet_id: wallet.address, wallet_address: wallet.address };
      const method = 'user_passcode_derived_recovery_key';
      return { id: user.userId, told: { user_id: user.userId, ...named, method } };
    },
  ],
  [
    'wallet.device_revoked',
    async () => {
      const { user, wallet } = await createWalletOwner(service, 'revoked@example.com');
      const { device_id } = wallet.body.device;
      const input = { bearer: user.token, params: { device_id }, body: {} };
      await done(service.call(deviceRoutes.revoke, input));
      return { id: user.userId, told: { user_id: user.userId, device_id, wallet_address: wallet.address } };
    },
  ],
];

test.each(operations)(
  'the webhook event %s arrives once, with its user and the change',
  async (type, act) => {
    const { id, told } = await act();
    await service.service.seal();
    await service.service.deliver();
    const idOf = (event: object) =>
      'user' in event ? (event.user as { id: string }).id : Reflect.get(event, 'user_id');
    const events = receiver.received.map(({ event }) => event);
    expect(events.filter((event) => event.type === type && idOf(event) === id)).toMatchObject([
      { type, occurred_at: Math.floor(service.clock.now() / 1000), ...told },
    ]);
  },
);
