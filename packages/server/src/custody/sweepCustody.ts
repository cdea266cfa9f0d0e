import { limits } from '@latchkey/wire';
import type { CustodyDeps } from './deps.ts';
import { deleteReplaced, listReplaced } from './recovering/store.ts';
import { deleteRequests, deleteUnusedDevice, isRecoveryInForce, listUnusedDevices } from './store.ts';

const dayMs = 24 * 60 * 60_000;
/** docs/custody.md: how long a recovery set that nothing refers to is kept. */
const unreferencedLifeMs = dayMs;
/**
 * docs/custody.md: how long an unused device is kept where the wallet opens by automatic recovery. Browsers that drop
 * what a page stored enrol a new device at each return. Where recovery is the user's own, none is deleted: the device
 * may be all that is left to a person who lost the password.
 */
const unusedDeviceLifeMs = 180 * dayMs;
const devicesPerSweep = 500;
/** docs/custody.md: how long a replaced recovery set is kept, for a backup that is restored. */
const replacedLifeMs = 30 * dayMs;
const replacedPerSweep = 500;

/**
 * Deletes what has had its time: replies of old requests, devices that no one uses any more, and recovery sets of
 * creations that never came to be or that others have replaced. Proof keys go with their session, by foreign key.
 */
export async function sweepCustody(deps: CustodyDeps): Promise<void> {
  const { world } = deps;
  await deleteRequests(world.database.db, world.clock.now() - limits.idempotencyLifeMs);
  await sweepDevices(deps);
  await sweepRecoverySets(deps);
  await sweepReplacedSets(deps);
}

async function sweepDevices({ world, audit }: CustodyDeps): Promise<void> {
  const { clock, database } = world;
  const usedBeforeMs = clock.now() - unusedDeviceLifeMs;
  for (const key of await listUnusedDevices(database.db, usedBeforeMs, devicesPerSweep)) {
    await database.transaction(async (tx) => {
      const userId = await deleteUnusedDevice(tx, key, usedBeforeMs);
      if (userId === null) return;
      const event = {
        kind: 'device.expired',
        userId,
        actor: { type: 'system' },
        subject: key.deviceId,
      } as const;
      await audit.record(tx, key.appId, event);
    });
  }
}

/** A set goes only after the main store has denied it, a day after it was last put. */
async function sweepRecoverySets({ world, recoveryStore }: CustodyDeps): Promise<void> {
  const { clock, database } = world;
  const putBeforeMs = clock.now() - unreferencedLifeMs;
  for (const { appId, recoveryId } of await recoveryStore.listUnconfirmed(putBeforeMs)) {
    if (await isRecoveryInForce(database.db, appId, recoveryId))
      await recoveryStore.confirm(appId, recoveryId);
    else await recoveryStore.destroy(appId, recoveryId, putBeforeMs);
  }
}

/** The set first, its note last: a sweep that ends in between finds it again. */
async function sweepReplacedSets({ world, recoveryStore }: CustodyDeps): Promise<void> {
  const { db } = world.database;
  const replacedBeforeMs = world.clock.now() - replacedLifeMs;
  for (const { appId, recoveryId } of await listReplaced(db, replacedBeforeMs, replacedPerSweep)) {
    // A main store that was restored from a backup may have it in force again.
    if (!(await isRecoveryInForce(db, appId, recoveryId)))
      await recoveryStore.destroyReplaced(appId, recoveryId);
    await deleteReplaced(db, appId, recoveryId);
  }
}
