import type { Db } from '../db/index.ts';
import type { Agent } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import type { CustodyDeps } from './deps.ts';
import { deletePartsOfUser, listDeviceEnrollments, listRecoveries } from './store.ts';

/** A user's keys as far as the service has a hand in them: their destruction, and that they are there. */
export interface UserParts {
  /** Destroys the user's sealed recovery sets, in the store that is not the main one. */
  destroyRecoverySets(user: UserKey): Promise<void>;
  /** Destroys the auth parts, wallets, devices and notes of a user, inside the caller's transaction. */
  destroyParts(tx: Db, user: UserKey): Promise<void>;
  /** When and by which browsers devices were enrolled, and when recovery was set up, Unix ms; nothing that opens anything. */
  describeParts(user: UserKey): Promise<{
    devices: (Agent & { createdAtMs: number })[];
    recoveries: { method: string; createdAtMs: number }[];
  }>;
}

/** What the custody room does for a user who is deleted, and tells one who asks what is kept. */
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
