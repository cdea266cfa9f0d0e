import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import { auditRoutes, custodyRoutes, sessionRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const dayMs = 24 * 60 * 60_000;
const { connect, recover, verifyToken } = custodyRoutes;
type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

const deviceOf = ({ wallet }: Owner) => ({
  ...wallet.ref,
  device_id: wallet.body.device.device_id,
  entropy_uid: wallet.entropyUid,
});

async function listKinds() {
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, { bearer: service.config.adminKey });
  return json.events.map(({ kind }) => kind);
}

const countKeys = async () => {
  const count = service.database.statement<{ n: number }>(
    'test_session_keys',
    'select count(*)::integer as n from session_keys',
  );
  return (await count([]))[0]?.n;
};

test('a device used in the last 180 days is kept, and one unused for longer is deleted while the wallet still recovers', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const device = deviceOf(ada);
  const age = 'update devices set used_at_ms = used_at_ms - $1';
  await service.database.statement('test_age', age)([30 * dayMs]);
  expect((await ada.client.call(connect, device)).status).toBe(200);
  service.clock.advance(179 * dayMs);
  await service.service.sweep();
  expect(await listKinds()).not.toContain('device.expired');
  service.clock.advance(1 * dayMs + 1);
  await service.service.sweep();
  expect(await listKinds()).toContain('device.expired');

  const { privy_access_token: token } = await logIn(service, 'ada@example.com');
  const browser = await createCustodyClient(service, { token: token ?? '' });
  expect((await browser.call(connect, device)).json.code).toBe('wallet_not_on_device');
  expect((await browser.call(recover, ada.wallet.ref)).status).toBe(200);
});

test('the sweep keeps a device that is unused for years if the wallet is recovered with a password', async () => {
  await createWalletOwner(service, 'ada@example.com');
  await service.database.statement('test_own', "update recoveries set method = 'user-passcode'")([]);
  service.clock.advance(2_000 * dayMs);
  await service.service.sweep();
  expect(await listKinds()).not.toContain('device.expired');
});

test('the proof keys of a session are deleted when the session ends', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const second = await createCustodyClient(service, { token: ada.user.privyAccessToken });
  await second.call(verifyToken, {});
  expect(await countKeys()).toBe(2);
  await service.call(sessionRoutes.logout, { body: { refresh_token: ada.user.refreshToken } });
  expect(await countKeys()).toBe(0);
});

test('the audit log lists a wallet’s creation, the release of a device’s part, and a recovery with its notice, in order', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  await ada.client.call(connect, deviceOf(ada));
  await ada.client.call(recover, ada.wallet.ref);
  await expect.poll(listKinds).toContain('notice.sent');
  expect((await listKinds()).filter((kind) => !/^(?:app|user)\./.test(kind))).toEqual([
    'wallet.created',
    'device.part_released',
    'wallet.recovered',
    'notice.sent',
  ]);
});
