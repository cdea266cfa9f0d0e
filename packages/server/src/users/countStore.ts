import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';

/*
 * How many users an app has, kept as a sum over a few rows, so that sign-ups of one app do not wait for each other, and
 * reading it costs the same with a million users. Where an app has a limit, sign-ups count in the first row alone: its
 * lock makes the limit exact, whatever process they come to.
 */

/** Rows over which an app without a limit spreads its sign-ups. */
export const countSlots = 16;

/** An SQL statement, for a CTE, that counts the user of each row of `source`. */
export function countUsers(slot: SQL, source: SQL): SQL {
  return sql`insert into user_counts as c (app_id, slot, users)
    select app_id, ${slot}::smallint, 1 from ${source}
    on conflict (app_id, slot) do update set users = c.users + 1`;
}

/**
 * Counts one more user of an app that has a limit, inside the transaction that makes the user.
 *
 * @returns false when the app has as many as it takes, and then nothing was counted
 */
export async function takeUserPlace(tx: Db, appId: string, maxUsers: number): Promise<boolean> {
  await tx.execute(
    sql`insert into user_counts (app_id, slot, users) values (${appId}, 0, 0) on conflict do nothing`,
  );
  // A caller that waits for the row reads it again when it gets it; the other rows only lose users meanwhile.
  const result = await tx.execute(sql`
    update user_counts c set users = c.users + 1
    where c.app_id = ${appId} and c.slot = 0 and ${maxUsers} > c.users + (
      select coalesce(sum(o.users), 0) from user_counts o where o.app_id = ${appId} and o.slot <> 0
    )
    returning c.users`);
  return (result as unknown as { rows: unknown[] }).rows.length > 0;
}

/** Counts users who came (`by` 1) or went (-1), inside the transaction in which they do; the app's limit is not asked. */
export async function changeUserCount(
  tx: Db,
  appId: string,
  { by, slot }: { by: 1 | -1; slot: number },
): Promise<void> {
  await tx.execute(sql`
    insert into user_counts as c (app_id, slot, users) values (${appId}, ${slot}, ${by})
    on conflict (app_id, slot) do update set users = c.users + ${by}`);
}
