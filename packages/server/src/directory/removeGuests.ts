import { limits } from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import type { Db } from '../db/index.ts';
import { describeError } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { UserKey } from '../userKey.ts';
import type { Actor, Users } from '../users/index.ts';
import type { World } from '../world.ts';

const dayMs = 24 * 60 * 60_000;
const batch = 200;

/**
 * Deletes a user in the caller's transaction, as the person or program that the audit log then names.
 *
 * @returns the time at which the user will be destroyed, Unix ms; null if there is no such user
 */
export type RemoveIn = (tx: Db, user: UserKey, actor: Actor) => Promise<number | null>;

/**
 * Creates the job that deletes guests of apps with `guest_retention_days`, except those who have a wallet. A session
 * ends `limits.sessionLifeMs` after its login, and refreshes do not prolong it. So a guest whose last login is older
 * than that and the app's days has not been active for these days (decision 401).
 */
export function createRemoveGuests(
  { clock, database, log }: World,
  { apps, users }: { apps: Pick<Apps, 'listGuestRetentions'>; users: Pick<Users, 'guests'> },
  removeIn: RemoveIn,
): Job {
  /** Deletes some idle guests of an app. Returns true if another call may delete more. */
  async function removeBatch(appId: string, lastLoginMs: number): Promise<boolean> {
    const idle = await users.guests.listIdle(appId, lastLoginMs, batch);
    let removed = 0;
    for (const user of idle) {
      const remove = database.transaction(async (tx) => {
        // Another process, or a login, may have been faster. The verification of a second factor locks sessions before
        // the user. Guests have no second factor, so the opposite order here causes no deadlock.
        if (!(await users.guests.lockIdle(tx, user, lastLoginMs))) return;
        if ((await removeIn(tx, user, { type: 'system' })) !== null) removed += 1;
      });
      await remove.catch((error: unknown) => {
        log.error(
          { app: user.appId, user: user.userId, error: describeError(error) },
          'an idle guest was not deleted',
        );
      });
    }
    // If none of a batch can be deleted, the next one would be the same.
    return removed > 0 && idle.length === batch;
  }

  return {
    name: 'guests',
    everyMs: 60 * 60_000,
    async run() {
      for (const { appId, days } of await apps.listGuestRetentions()) {
        const lastLoginMs = clock.now() - limits.sessionLifeMs - days * dayMs;
        while (await removeBatch(appId, lastLoginMs));
      }
    },
  };
}
