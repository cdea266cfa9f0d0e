import { type Device, deviceFromWire, deviceRoutes, fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { internalsOf } from '../../internals.ts';

async function bearerOf(client: LatchkeyClient): Promise<string> {
  return (await internalsOf(client).session.getCustodyToken()) ?? fail('must_be_authenticated');
}

/**
 * Lists the browsers that hold a part of the signed-in user's keys, the one that was used last first. One that stores
 * nothing is not among them once its page is gone.
 *
 * @throws ServiceError `must_be_authenticated`, and what the network says
 * @example
 * const devices = await listDevices(client);
 */
export async function listDevices(client: LatchkeyClient): Promise<readonly Device[]> {
  const { call } = internalsOf(client);
  const { devices } = await call()(deviceRoutes.list, { bearer: await bearerOf(client) });
  return devices.map(deviceFromWire);
}

/**
 * Takes its part from a browser and logs it out: until a user logs in there again it opens no wallet. So does every
 * other session that logged in before, where it wants a key. A user who revokes the browser at hand is logged out here.
 *
 * What a browser was used for before stays done: if another user had it in their hands, move what the wallets hold.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` (then `reauthenticate` and call again),
 *   `device_not_found`
 * @example
 * await revokeDevice(client, { id: device.id });
 */
export async function revokeDevice(client: LatchkeyClient, { id }: Pick<Device, 'id'>): Promise<void> {
  const { call, session } = internalsOf(client);
  const bearer = await bearerOf(client);
  const reply = await call()(deviceRoutes.revoke, { bearer, params: { device_id: id }, body: {} });
  if (reply.session_ended) await session.logout();
}
