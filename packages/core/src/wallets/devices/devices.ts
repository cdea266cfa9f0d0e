import { type Device, deviceFromWire, deviceRoutes } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';

/**
 * Lists the browsers that hold a share of the signed-in user's keys, most recently used first.
 *
 * @throws ServiceError `must_be_authenticated`, or an error of the request or of verifying a second factor
 * @example
 * const devices = await listDevices(client);
 */
export async function listDevices(client: LatchkeyClient): Promise<readonly Device[]> {
  const { devices } = await callAsUser(contextsOf(client).frame, deviceRoutes.list);
  return devices.map(deviceFromWire);
}

/**
 * Deletes the service's key shares for a browser and ends the user's sessions there. The service then refuses wallet
 * requests from all sessions of the user except this one, until their login is confirmed or a new one begins. Revoking
 * the current browser logs the user out on this page.
 *
 * Revoking does not undo what the browser signed before, and an attacker who had access to it may have copied the key.
 * Move the assets to another wallet then.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` (call `reauthenticate`, then call again),
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
