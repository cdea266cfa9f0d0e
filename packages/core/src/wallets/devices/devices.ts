import { type Device, deviceFromWire, deviceRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';

/**
 * Lists the browsers that hold a part of the signed-in user's keys, the one that was used last first. One that stores
 * nothing is not among them once its page is gone.
 *
 * @throws ServiceError `must_be_authenticated`, and what the network says
 * @example
 * const devices = await listDevices(client);
 */
export async function listDevices(client: LatchkeyClient): Promise<readonly Device[]> {
  const { devices } = await callAsUser(contextsOf(client).frame, deviceRoutes.list);
  return devices.map(deviceFromWire);
}

/**
 * Takes its part from a browser and logs it out: until a user logs in there again it opens no wallet. So does every
 * other session that logged in before, where it wants a key. A user who revokes the browser at hand is logged out here.
 *
 * Revoking does not undo what the browser signed before. If a thief had it, move the assets to another wallet.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` (then `reauthenticate` and call again),
 *   `missing_or_invalid_mfa` as {@link signMessage}, `device_not_found`
 * @example
 * await revokeDevice(client, { id: device.id });
 */
export async function revokeDevice(client: LatchkeyClient, { id }: Pick<Device, 'id'>): Promise<void> {
  const { frame, session } = contextsOf(client);
  const asked = { params: { device_id: id }, body: {}, purpose: 'revoke_device' } as const;
  const reply = await callAsUser(frame, deviceRoutes.revoke, asked);
  if (reply.session_ended) await session.logout();
}
