import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  enterCustody,
  type TestService,
  toEnrolDevice,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const { connect, enrolDevice } = custodyRoutes;

test('an enrolled device gets its own part, and the first device keeps its own', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const browser = await createCustodyClient(service, { token: ada.user.privyAccessToken });
  const body = toEnrolDevice(ada.wallet);
  expect(await browser.call(enrolDevice, body)).toMatchObject({ status: 200, json: { recovery_version: 1 } });
  const asked = { ...ada.wallet.ref, entropy_uid: body.entropy_uid };
  const second = await browser.call(connect, { ...asked, device_id: body.device_id });
  expect(second.json.auth_part).toBe(body.auth_part);
  const { device_id, auth_part } = ada.wallet.body.device;
  expect((await ada.client.call(connect, { ...asked, device_id })).json.auth_part).toBe(auth_part);
});

test('a repeated enrolment of a device succeeds, and is refused with another body', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const body = toEnrolDevice(ada.wallet);
  const replies = await Promise.all([ada.client.call(enrolDevice, body), ada.client.call(enrolDevice, body)]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  const other = await ada.client.call(enrolDevice, {
    ...toEnrolDevice(ada.wallet),
    request_id: body.request_id,
  });
  expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_mismatch' } });
});

test('a device cannot be enrolled for another user’s entropy, nor with a taken id', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await enterCustody(service, 'eve@example.com');
  const foreign = await eve.client.call(enrolDevice, toEnrolDevice(ada.wallet));
  expect(foreign).toMatchObject({ status: 404, json: { code: 'embedded_wallet_not_found' } });
  const taken = toEnrolDevice(ada.wallet, ada.wallet.body.device.device_id);
  expect(await ada.client.call(enrolDevice, taken)).toMatchObject({
    status: 400,
    json: { code: 'invalid_data' },
  });
});

test('the eleventh enrolment of a device in a minute is refused', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  for (let index = 0; index < 10; index += 1) await ada.client.call(enrolDevice, toEnrolDevice(ada.wallet));
  const refused = await ada.client.call(enrolDevice, toEnrolDevice(ada.wallet));
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
});
