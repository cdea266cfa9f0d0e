import { type Device, deviceFromWire, deviceRoutes } from '@latchkey/wire';
import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';

/** Lists the browsers that hold a part of the keys. */
export async function listKeyHolders(client: LatchkeyClient): Promise<readonly Device[]> {
  const { devices } = await callAsUser(internalsOf(client), deviceRoutes.list);
  return devices.map(deviceFromWire);
}

/** Takes its part from one; a user who revokes the browser at hand is logged out here. */
export async function revokeKeyHolder(client: LatchkeyClient, { id }: Pick<Device, 'id'>): Promise<void> {
  const internals = internalsOf(client);
  const asked = { params: { device_id: id }, body: {}, purpose: 'revoke_device' } as const;
  const reply = await callAsUser(internals, deviceRoutes.revoke, asked);
  if (reply.session_ended) await internals.session.logout();
}
