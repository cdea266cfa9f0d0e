import { type AdminApp, adminRoutes } from '@latchkey/wire';
import type { Surroundings } from './check.ts';
import { get } from './publicAddress.ts';

/** Facts about an app for the checks, from the operator's API or the apps file. */
export type CheckedApp = Pick<AdminApp, 'id' | 'allowed_origins'> & {
  readonly disabled?: boolean | undefined;
};

/** Calls the operator's API. Null without a key, or if the call fails. */
export async function getAsAdmin(surroundings: Surroundings, path: string): Promise<unknown> {
  const { operatorKey } = surroundings.settings;
  if (operatorKey === null) return null;
  const response = await get(surroundings, path, { headers: { authorization: `Bearer ${operatorKey}` } });
  return response?.status === 200 ? response.json().catch(() => null) : null;
}

/** Reason for which a check is not made without an answer of the operator's API. */
export const needsOperator = {
  skipped: 'it needs the running service, and LATCHKEY_ADMIN_KEY or the token of an admin here',
} as const;

/** Lists the apps of the running service. Null without a key, or if the call fails. */
export async function listApps(surroundings: Surroundings): Promise<CheckedApp[] | null> {
  const reply = await getAsAdmin(surroundings, adminRoutes.listApps.path);
  return reply === null ? null : ((reply as { apps?: CheckedApp[] }).apps ?? []);
}
