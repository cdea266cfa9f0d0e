import { sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';

/* Number of an app's users, stored as a sum over a few rows, so sign-ups of one app rarely wait for each other. If an app
   has a limit, sign-ups count in the first row only, whose lock lets one at a time check the limit. */

/** Number of rows over which an app without a limit spreads its sign-ups. */
export const countSlots = 16;

/**
 * Counts one more user of an app with a limit, in the transaction that creates the user.
 *
 * @returns false if the app has reached its limit; then nothing was counted
 */
export async function takeUserPlace(tx: Db, appId: string, maxUsers: number): Promise<boolean> {
  await tx.execute(
    sql`insert into user_counts (app_id, slot, users) values (${appId}, 0, 0) on conflict do nothing`,
  );
  // A caller that waits for the row's lock reads the row again afterwards.
  const result = await tx.execute(sql`
    update user_counts c set users = c.users + 1
    where c.app_id = ${appId} and c.slot = 0 and ${maxUsers} > c.users + (
      select coalesce(sum(o.users), 0) from user_counts o where o.app_id = ${appId} and o.slot <> 0
    )
    returning c.users`);
  return (result as unknown as { rows: unknown[] }).rows.length > 0;
}

/** Counts a user who was added (`by` 1) or removed (-1), in the same transaction, without checking the app's limit. */
export async function changeUserCount(
  tx: Db,
  appId: string,
  { by, slot }: { by: 1 | -1; slot: number },
): Promise<void> {
  await tx.execute(sql`
    insert into user_counts as c (app_id, slot, users) values (${appId}, ${slot}, ${by})
    on conflict (app_id, slot) do update set users = c.users + ${by}`);
}
