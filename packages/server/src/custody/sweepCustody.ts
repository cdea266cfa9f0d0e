import { limits } from '@latchkey/wire';
import type { CustodyDeps } from './deps.ts';
import { deleteReplaced, listReplaced } from './recovering/store.ts';
import { deleteRequests, deleteUnusedDevice, isRecoveryInForce, listUnusedDevices } from './store.ts';

const dayMs = 24 * 60 * 60_000;
/** Time that a recovery set without any reference is kept (docs/custody.md). */
const unreferencedLifeMs = dayMs;
/**
 * Time that an unused device is kept if the wallet has automatic recovery (docs/custody.md). With another recovery
 * method it stays, because it may be the only way left for a user who lost the password.
 */
const unusedDeviceLifeMs = 180 * dayMs;
const devicesPerSweep = 500;
/** Time that a replaced recovery set is kept, in case a backup is restored (docs/custody.md). */
const replacedLifeMs = 30 * dayMs;
const replacedPerSweep = 500;

/**
 * Deletes expired rows: replies of old requests, unused devices, and recovery sets that were replaced, that belonged to
 * removed passkeys, or that failed requests left behind. Proof keys are deleted with their session, by foreign key.
 */
export async function sweepCustody(deps: CustodyDeps): Promise<void> {
  const { world } = deps;
  await deleteRequests(world.database.acrossApps, world.clock.now() - limits.idempotencyLifeMs);
  await sweepDevices(deps);
  await sweepRecoverySets(deps);
  await sweepReplacedSets(deps);
}

async function sweepDevices({ world, audit }: CustodyDeps): Promise<void> {
  const { clock, database } = world;
  const usedBeforeMs = clock.now() - unusedDeviceLifeMs;
  for (const key of await listUnusedDevices(database.acrossApps, usedBeforeMs, devicesPerSweep)) {
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

/**
 * Confirms unconfirmed sets to which the main store refers, and deletes the others a day after they were last
 * written.
 */
async function sweepRecoverySets({ world, recoveryStore }: CustodyDeps): Promise<void> {
  const { clock, database } = world;
  const putBeforeMs = clock.now() - unreferencedLifeMs;
  for (const { appId, recoveryId } of await recoveryStore.listUnconfirmed(putBeforeMs)) {
    if (await isRecoveryInForce(database.db, appId, recoveryId))
      await recoveryStore.confirm(appId, recoveryId);
    else await recoveryStore.destroy(appId, recoveryId, putBeforeMs);
  }
}

/** Destroys each set before the record of its replacement, so a sweep after an interruption finds it again. */
async function sweepReplacedSets({ world, recoveryStore }: CustodyDeps): Promise<void> {
  const { db } = world.database;
  const replacedBeforeMs = world.clock.now() - replacedLifeMs;
  for (const { appId, recoveryId } of await listReplaced(
    world.database.acrossApps,
    replacedBeforeMs,
    replacedPerSweep,
  )) {
    // A main store that was restored from a backup may have the set in force again.
    if (!(await isRecoveryInForce(db, appId, recoveryId)))
      await recoveryStore.destroyReplaced(appId, recoveryId);
    await deleteReplaced(db, appId, recoveryId);
  }
}
