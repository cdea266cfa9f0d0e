import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  randomId,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const { connect } = custodyRoutes;
type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

const deviceOf = ({ wallet }: Owner) => ({
  ...wallet.ref,
  device_id: wallet.body.device.device_id,
  entropy_uid: wallet.entropyUid,
});

test('a device gets its auth part for the address as registered and in lower case', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  for (const entropy_id of [ada.wallet.address, ada.wallet.address.toLowerCase()]) {
    const { json } = await ada.client.call(connect, { ...deviceOf(ada), entropy_id });
    expect(json.auth_part).toBe(ada.wallet.body.device.auth_part);
  }
});

test('[S6] a device’s part is not released to another key of the same session', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const thief = await createCustodyClient(service, { token: ada.user.privyAccessToken });
  const refused = await thief.call(connect, deviceOf(ada));
  expect(refused).toMatchObject({ status: 404, json: { code: 'wallet_not_on_device' } });
});

test('[S6] a device’s part is not released to another user', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  expect((await eve.client.call(connect, deviceOf(ada))).json.code).toBe('embedded_wallet_not_found');
  const mixed = { ...deviceOf(ada), ...eve.wallet.ref };
  expect((await eve.client.call(connect, mixed)).json.code).toBe('wallet_not_on_device');
  const own = { ...mixed, entropy_uid: eve.wallet.entropyUid };
  expect((await eve.client.call(connect, own)).json.code).toBe('wallet_not_on_device');
});

test('connect answers an unknown device or entropy with wallet_not_on_device, and an unknown address with embedded_wallet_not_found', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const asked = deviceOf(ada);
  const call = async (changes: Partial<typeof asked>) =>
    (await ada.client.call(connect, { ...asked, ...changes })).json.code;
  expect(await call({ device_id: randomId() })).toBe('wallet_not_on_device');
  expect(await call({ entropy_uid: randomId() })).toBe('wallet_not_on_device');
  expect(await call({ entropy_id: `0x${'0'.repeat(40)}` })).toBe('embedded_wallet_not_found');
  expect(await call({ entropy_id_verifier: 'solana-address-verifier' as never })).toBe(
    'embedded_wallet_not_found',
  );
});

test('[S9] auth parts that were swapped between two users are opened for neither', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  await service.database.statement(
    'swap',
    'update devices set auth_part = other.auth_part from devices other where other.app_id = devices.app_id and other.device_id <> devices.device_id',
  )([]);
  for (const owner of [ada, eve]) {
    expect(await owner.client.call(connect, deviceOf(owner))).toMatchObject({
      status: 500,
      json: { code: 'internal_error' },
    });
  }
});

test('[S12] sixty releases of a device’s part in a minute are recorded, and the next is refused', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  for (let index = 0; index < 60; index += 1) {
    expect((await ada.client.call(connect, deviceOf(ada))).status).toBe(200);
  }
  const refused = await ada.client.call(connect, deviceOf(ada));
  expect(refused).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests', data: { retry_after_s: 60 } },
  });
  expect(refused.headers.get('retry-after')).toBe('60');
  const events = service.database.statement<{ subject: string; user_id: string }>(
    'test_released',
    "select subject, user_id from audit_events where kind = 'device.part_released'",
  );
  const rows = await events([]);
  expect(rows).toHaveLength(60);
  expect(rows[0]).toEqual({ subject: ada.wallet.body.device.device_id, user_id: ada.user.userId });
  service.clock.advance(60_000);
  expect((await ada.client.call(connect, deviceOf(ada))).status).toBe(200);
});
