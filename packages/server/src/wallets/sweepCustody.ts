import { limits } from '@latchkey/wire';
import type { CustodyRooms } from './rooms.ts';
import { deleteExpired, isRecoveryInForce } from './store.ts';

/** docs/custody.md: how long a recovery set that nothing refers to is kept. */
const unreferencedLifeMs = 24 * 60 * 60_000;

/**
 * Deletes what has had its time: replies of old requests, keys of sessions that are over, and recovery sets of
 * creations that never came to be. A set goes only after the main store has denied it, a day after it was last put.
 */
export async function sweepCustody(rooms: CustodyRooms): Promise<void> {
  const { world, recoveryStore, events } = rooms;
  const { database } = world;
  const nowMs = world.clock.now();
  await events.sweep();
  await deleteExpired(database.db, {
    requestsMs: nowMs - limits.idempotencyLifeMs,
    sessionKeysMs: nowMs - limits.sessionLifeMs,
  });
  const putBeforeMs = nowMs - unreferencedLifeMs;
  for (const { appId, recoveryId } of await recoveryStore.listUnconfirmed(putBeforeMs)) {
    if (await isRecoveryInForce(database.db, appId, recoveryId))
      await recoveryStore.confirm(appId, recoveryId);
    else await recoveryStore.destroy(appId, recoveryId, putBeforeMs);
  }
}
