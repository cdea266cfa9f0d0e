import { type Device, deviceFromWire, deviceRoutes, fail } from '@latchkey/wire';
import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

async function bearerOf(client: LatchkeyClient): Promise<string> {
  return (await internalsOf(client).session.getCustodyToken()) ?? fail('must_be_authenticated');
}

/** Lists the browsers that hold a part of the keys. */
export async function listKeyHolders(client: LatchkeyClient): Promise<readonly Device[]> {
  const { call } = internalsOf(client);
  const { devices } = await call()(deviceRoutes.list, { bearer: await bearerOf(client) });
  return devices.map(deviceFromWire);
}

/** Takes its part from one; a user who revokes the browser at hand is logged out here. */
export async function revokeKeyHolder(client: LatchkeyClient, { id }: Pick<Device, 'id'>): Promise<void> {
  const { call, session } = internalsOf(client);
  const bearer = await bearerOf(client);
  const reply = await call()(deviceRoutes.revoke, { bearer, params: { device_id: id }, body: {} });
  if (reply.session_ended) await session.logout();
}
