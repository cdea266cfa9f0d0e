import { crossAppRoutes } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';
import type { ConnectedApp } from './crossApp.ts';
import { toRequester } from './requester.ts';

/** Lists the apps that may use the user's wallets, the newest first. */
export async function listConnected(client: LatchkeyClient): Promise<readonly ConnectedApp[]> {
  const { connected_apps } = await callAsUser(internalsOf(client), crossAppRoutes.listOwn);
  return connected_apps.map((app) => ({
    id: app.id,
    requester: toRequester(app.requester),
    readOnly: app.read_only,
    createdAt: new Date(app.created_at),
    usedAt: app.used_at === null ? null : new Date(app.used_at),
    expiresAt: new Date(app.expires_at),
  }));
}

/** Ends a connection at once. */
export async function endConnected(client: LatchkeyClient, { id }: Pick<ConnectedApp, 'id'>): Promise<void> {
  await callAsUser(internalsOf(client), crossAppRoutes.endOwn, { params: { connection_id: id } });
}
