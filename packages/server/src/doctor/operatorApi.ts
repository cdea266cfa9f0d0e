import { type AdminApp, adminRoutes } from '@latchkey/wire';
import type { Surroundings } from './check.ts';
import { get } from './publicAddress.ts';

/** Facts about an app for the checks, from the operator's API or the apps file. */
export type CheckedApp = Pick<AdminApp, 'id' | 'allowed_origins'> & {
  readonly disabled?: boolean | undefined;
};

/** Calls the operator's API with the admin key. Null without a key or an answer. */
export async function getAsAdmin(surroundings: Surroundings, path: string): Promise<unknown> {
  const { adminKey } = surroundings.settings;
  if (adminKey === null) return null;
  const response = await get(surroundings, path, { headers: { authorization: `Bearer ${adminKey}` } });
  return response?.status === 200 ? response.json().catch(() => null) : null;
}

/** Lists the apps of the running service. Null without a key or an answer. */
export async function listApps(surroundings: Surroundings): Promise<CheckedApp[] | null> {
  const reply = await getAsAdmin(surroundings, adminRoutes.listApps.path);
  return reply === null ? null : ((reply as { apps?: CheckedApp[] }).apps ?? []);
}
