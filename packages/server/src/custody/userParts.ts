import type { Db } from '../db/index.ts';
import type { Agent } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import type { CustodyDeps } from './deps.ts';
import { deletePartsOfUser, listDeviceEnrollments, listRecoveries } from './store.ts';

export interface UserParts {
  destroyRecoverySets(user: UserKey): Promise<void>;
  /** Destroys a user's auth parts, wallets, devices and stored requests, in the caller's transaction. */
  destroyParts(tx: Db, user: UserKey): Promise<void>;
  /**
   * Lists when and by which browsers devices were enrolled, and when recovery was set up (Unix ms). Contains no
   * secret.
   */
  describeParts(user: UserKey): Promise<{
    devices: (Agent & { createdAtMs: number })[];
    recoveries: { method: string; createdAtMs: number }[];
  }>;
}

/** Creates the custody operations for a user who is deleted, or who asks what is stored. */
export function createUserParts({ world, recoveryStore }: CustodyDeps): UserParts {
  const { db } = world.database;
  return {
    destroyRecoverySets: (user) => recoveryStore.destroyAllOf(user),
    destroyParts: deletePartsOfUser,
    async describeParts(user) {
      const [devices, recoveries] = await Promise.all([
        listDeviceEnrollments(db, user),
        listRecoveries(db, user),
      ]);
      return { devices, recoveries };
    },
  };
}
