import { fail, type RevokedDevice } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { CustodyDeps } from '../deps.ts';
import { deleteDevicesOf, findThumbprint, listSessionsOf } from './store.ts';

/**
 * Revokes a browser of the caller, in one transaction (docs/custody.md). Deletes the user's parts that its proof key
 * enrolled, and ends the user's sessions that are bound to that key. An attacker may have copied another session of the
 * lost browser, so custody routes then refuse the user's sessions with an earlier `auth_time`, except the caller's
 * own.
 *
 * @throws ServiceError the codes of `FreshCheck.check`, `device_not_found` if the caller does not have this device
 *   (any more)
 */
export async function revokeDevice(
  deps: CustodyDeps,
  caller: { app: App; session: Session },
  deviceId: string,
): Promise<RevokedDevice> {
  const { events, sessions, users, world } = deps;
  const { session } = caller;
  const { appId, userId, sessionId } = session;
  await deps.fresh.check(caller, 'revoke_device');
  const notice = { kind: 'device.revoked', subject: deviceId } as const;
  const session_ended = await world.database.transaction(async (tx) => {
    await deps.fresh.spend(tx, caller, 'revoke_device');
    const thumbprint = (await findThumbprint(tx, session, deviceId)) ?? fail('device_not_found');
    // Locks sessions before the user, in the same order as a deletion.
    const sessionIds = await listSessionsOf(tx, appId, thumbprint);
    const ended = await sessions.end(tx, session, sessionIds);
    await users.raiseCustodyEpoch(tx, { appId, userId, sessionId, atMs: world.clock.now() });
    const deviceIds = await deleteDevicesOf(tx, session, thumbprint);
    if (deviceIds.length === 0) fail('device_not_found'); // another request was first
    for (const subject of deviceIds) {
      // One notice: the list of devices shows one browser for all parts of its key.
      const log = subject === deviceId ? events.record : events.recordQuietly;
      await log(tx, session, { kind: 'device.revoked', subject, details: { sessions_ended: ended } });
    }
    return sessionIds.includes(sessionId);
  });
  events.sendNotice(session, notice);
  return { session_ended };
}
