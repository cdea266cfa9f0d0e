import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  enterCustody,
  logIn,
  type TestService,
  toEnrolDevice,
} from '@latchkey/testkit';
import { custodyRoutes, deviceRoutes, meRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await createTestService();
  other = await service.startAnother();
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const { connect, enrolDevice, recover, verifyToken } = custodyRoutes;
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

const list = async (bearer: string) => (await service.call(deviceRoutes.list, { bearer })).json.devices;
const revoke = (bearer: string, device_id: string, at = service) =>
  at.call(deviceRoutes.revoke, { bearer, params: { device_id }, body: {} });

async function openPhone(ada: Owner, email: string) {
  const session = await logIn(service, email);
  const token = session.privy_access_token ?? '';
  const client = await createCustodyClient(service, { token });
  await client.call(recover, ada.wallet.ref);
  const body = toEnrolDevice(ada.wallet);
  await client.call(enrolDevice, body, { headers: { 'user-agent': safari } });
  const device = { ...ada.wallet.ref, entropy_uid: body.entropy_uid, device_id: body.device_id };
  return { client, token, refreshToken: session.refresh_token, device };
}

async function eventsOf(kind: string, userId: string) {
  const find = service.database.statement<{ subject: string; details: unknown }>(
    `events of ${kind}`,
    'select subject, details from audit_events where kind = $1 and user_id = $2 order by subject',
  );
  return find([kind, userId]);
}

test('the list of devices shows only the user’s browsers, with the names from their user agents', async () => {
  const ada = await createWalletOwner(service, 'ada@list.example');
  const began = Math.floor(service.clock.now() / 1000);
  await createWalletOwner(service, 'eve@list.example');
  service.clock.advance(24 * 60 * 60_000);
  const phone = await openPhone(ada, 'ada@list.example');
  service.clock.advance(1_000);
  // A browser that enrols again, such as after part of its storage was cleared, is still one browser.
  await phone.client.call(enrolDevice, toEnrolDevice(ada.wallet), {
    headers: { 'user-agent': safari },
  });
  const now = Math.floor(service.clock.now() / 1000);
  expect(await list(phone.token)).toEqual([
    {
      id: phone.device.device_id,
      created_at: now - 1,
      last_used_at: now,
      browser: 'Safari',
      os: 'iOS',
      is_current: true,
    },
    {
      id: ada.wallet.body.device.device_id,
      browser: null,
      os: null,
      is_current: false,
      created_at: began,
      last_used_at: began,
    },
  ]);
  const { status, json } = await service.call(deviceRoutes.list, { bearer: 'nobody' });
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_token');
});

test('a browser that another process revoked is refused until the user logs in again, and can then recover but not connect', async () => {
  const email = 'ada@revoke.example';
  const ada = await createWalletOwner(service, email);
  const phone = await openPhone(ada, email);
  // Another login that has used no key yet. An attacker may have copied it from the phone.
  const copied = await enterCustody(service, email);
  service.clock.advance(1);
  const current = await logIn(service, email);
  const laptop = current.privy_access_token ?? '';
  service.outbox.clear();
  service.clock.advance(1);

  expect((await revoke(laptop, phone.device.device_id, other)).json).toEqual({ session_ended: false });
  for (const call of [
    () => phone.client.call(connect, phone.device),
    () => phone.client.call(recover, ada.wallet.ref),
  ])
    expect((await call()).json.code).toBe('missing_or_invalid_token');
  const refreshed = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: phone.refreshToken ?? '' },
  });
  expect(refreshed.json.code).toBe('missing_or_invalid_token');
  // The custody epoch: custody routes refuse older logins, although their sessions stay valid.
  expect((await copied.client.call(recover, ada.wallet.ref)).json.code).toBe('missing_or_invalid_token');
  expect((await service.call(meRoutes.getMe, { bearer: copied.user.token })).status).toBe(200);
  const own = await createCustodyClient(service, { token: laptop });
  expect((await own.call(verifyToken, {})).status).toBe(200);
  expect((await list(laptop)).map(({ id }) => id)).toEqual([ada.wallet.body.device.device_id]);

  const again = { token: (await logIn(service, email)).privy_access_token ?? '' };
  const returned = await phone.client.call(connect, phone.device, again);
  expect(returned.status).toBe(404);
  expect(returned.json.code).toBe('wallet_not_on_device');
  expect((await phone.client.call(recover, ada.wallet.ref, again)).status).toBe(200);

  const { user_id } = { user_id: ada.user.userId };
  expect(await eventsOf('device.revoked', user_id)).toEqual([
    { subject: phone.device.device_id, details: { sessions_ended: 1 } },
  ]);
  await expect
    .poll(() => service.outbox.messages.filter(({ to }) => to === email).map(({ subject }) => subject))
    .toContain('A browser was removed from your Test app wallet');
});

test('a session with an old login revokes no device', async () => {
  const ada = await createWalletOwner(service, 'ada@stale.example');
  const { device_id } = ada.wallet.body.device;
  service.clock.advance(600_001);
  const refused = await revoke(ada.user.token, device_id);
  expect(refused.status).toBe(403);
  expect(refused.json.code).toBe('recent_login_required');
  expect(await list(ada.user.token)).toHaveLength(1);
});

test('a user cannot revoke another user’s browser, and revoking a shared browser ends no session of the other user', async () => {
  const ada = await createWalletOwner(service, 'ada@shared.example');
  const { user: bob } = await enterCustody(service, 'bob@shared.example');
  // Bob logs in with Ada's browser, which uses the same key for him.
  expect((await ada.client.call(verifyToken, {}, { token: bob.privyAccessToken })).status).toBe(200);
  const { device_id } = ada.wallet.body.device;
  const foreign = await revoke(bob.token, device_id);
  expect(foreign.status).toBe(404);
  expect(foreign.json.code).toBe('device_not_found');
  expect((await ada.client.call(verifyToken, {})).status).toBe(200);

  const laptop = await logIn(service, 'ada@shared.example');
  expect((await revoke(laptop.token ?? '', device_id)).status).toBe(200);
  expect((await ada.client.call(verifyToken, {})).json.code).toBe('missing_or_invalid_token');
  expect((await ada.client.call(verifyToken, {}, { token: bob.privyAccessToken })).status).toBe(200);
  expect((await revoke(laptop.token ?? '', device_id)).json.code).toBe('device_not_found');
});

test('of two simultaneous requests to revoke a browser, one deletes all its parts, with one notice', async () => {
  const email = 'ada@parts.example';
  const ada = await createWalletOwner(service, email);
  const phone = await openPhone(ada, email);
  const second = toEnrolDevice(ada.wallet);
  await phone.client.call(enrolDevice, second);
  service.outbox.clear();
  const answers = await Promise.all([
    revoke(ada.user.token, second.device_id),
    revoke(ada.user.token, second.device_id, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const ids = [phone.device.device_id, second.device_id].sort();
  const revoked = await eventsOf('device.revoked', ada.user.userId);
  expect(revoked.map(({ subject }) => subject).sort()).toEqual(ids);
  await expect.poll(() => service.outbox.messages.length).toBe(1);
  expect(await list(ada.user.token)).toHaveLength(1);
});

test('a user who revokes the browser that they are using is logged out', async () => {
  const ada = await createWalletOwner(service, 'ada@own.example');
  const { json: reply } = await revoke(ada.user.token, ada.wallet.body.device.device_id);
  expect(reply).toEqual({ session_ended: true });
  const { json } = await service.call(meRoutes.getMe, { bearer: ada.user.token });
  expect(json.code).toBe('missing_or_invalid_token');
});
