import { fail, type RevokedDevice } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { CustodyDeps } from '../deps.ts';
import { deleteDevicesOf, findThumbprint, listSessionsOf } from './store.ts';

/**
 * Takes the service's parts from a browser of the caller's, in one transaction (docs/custody.md): every part that its
 * proof key holds is deleted, every session that has used that key ends, and custody routes serve no session any more
 * that logged in before; but for the caller's own, whose user has just proved who they are. Else a person who had copied
 * a session of the lost browser could enrol another one with it.
 *
 * @throws ServiceError `missing_or_invalid_mfa`, `recent_login_required`, `device_not_found` when the caller has no such device (any more)
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
    // Sessions before the user, as a deletion locks them.
    const sessionIds = await listSessionsOf(tx, appId, thumbprint);
    const ended = await sessions.end(tx, session, sessionIds);
    await users.raiseCustodyEpoch(tx, { appId, userId, sessionId, atMs: world.clock.now() });
    const deviceIds = await deleteDevicesOf(tx, session, thumbprint);
    if (deviceIds.length === 0) fail('device_not_found'); // another call was first
    for (const subject of deviceIds) {
      // The browser is one thing to its owner, however many parts it held: one notice.
      const log = subject === deviceId ? events.record : events.recordQuietly;
      await log(tx, session, { kind: 'device.revoked', subject, details: { sessions_ended: ended } });
    }
    return sessionIds.includes(sessionId);
  });
  events.sendNotice(session, notice);
  return { session_ended };
}
