import { crossAppRoutes } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';
import type { ConnectedApp } from './crossApp.ts';
import { toRequester } from './requester.ts';

/**
 * Lists the apps that may use the user's wallets or read their addresses, newest first; at most 100.
 *
 * @throws ServiceError `must_be_authenticated`, or an error of the request or of verifying a second factor
 * @example
 * const apps = await listConnectedApps(client);
 */
export async function listConnectedApps(client: LatchkeyClient): Promise<readonly ConnectedApp[]> {
  const { connected_apps } = await callAsUser(contextsOf(client).frame, crossAppRoutes.listOwn);
  return connected_apps.map((app) => ({
    id: app.id,
    requester: toRequester(app.requester),
    readOnly: app.read_only,
    createdAt: new Date(app.created_at),
    usedAt: app.used_at === null ? null : new Date(app.used_at),
    expiresAt: new Date(app.expires_at),
  }));
}

/**
 * Revokes an app's access to the user's wallets.
 *
 * @throws ServiceError `must_be_authenticated`, `not_found`, or an error of the request or of verifying a second factor
 * @example
 * const [app] = await listConnectedApps(client);
 * if (app) await endConnectedApp(client, { id: app.id });
 */
export async function endConnectedApp(
  client: LatchkeyClient,
  { id }: Pick<ConnectedApp, 'id'>,
): Promise<void> {
  await callAsUser(contextsOf(client).frame, crossAppRoutes.endOwn, { params: { connection_id: id } });
}
