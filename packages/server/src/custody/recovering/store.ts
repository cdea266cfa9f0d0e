import { limits, rateLimits } from '@latchkey/wire';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import { recoveries, replacedRecoveries } from '../table.ts';

interface EntropyKey {
  readonly appId: string;
  readonly entropyUid: string;
}

const isOfEntropy = (key: EntropyKey) =>
  and(eq(recoveries.appId, key.appId), eq(recoveries.entropyUid, key.entropyUid));

export interface CountedTry {
  readonly tries: number;
  /** Time until which no other try is accepted, Unix ms; 0 if the next one is accepted. */
  readonly waitEndMs: number;
}

/**
 * Counts a password try before it is compared, in one statement, so the count holds over many processes. Once the
 * tries are used up the recovery closes for a while, and for twice as long after each further try, up to
 * `limits.recoveryWaitMaxMs`.
 *
 * @returns null while the recovery is closed: the try is not counted and must not be compared
 */
export async function countTry(db: Db, key: EntropyKey, nowMs: number): Promise<CountedTry | null> {
  const { calls, perMs } = rateLimits['frame.recover'].wrongPassword;
  const { recoveryWaitMs, recoveryWaitMaxMs } = limits;
  const { tries, triesEndMs, waitEndMs } = recoveries;
  const isForgotten = sql`${triesEndMs} <= ${nowMs}::bigint`;
  const counted = sql`case when ${isForgotten} then 1 else ${tries} + 1 end`;
  // Caps the exponent, so the product fits a bigint.
  const wait = sql`least(${recoveryWaitMaxMs}::bigint, ${recoveryWaitMs}::bigint * (2 ^ least(${counted} - ${calls}::integer, 20))::bigint)`;
  const isClosing = sql`${counted} >= ${calls}::integer`;
  const rows = await db
    .update(recoveries)
    .set({
      tries: counted,
      waitEndMs: sql`case when ${isClosing} then ${nowMs}::bigint + ${wait} else 0 end`,
      triesEndMs: sql`case
        when ${isClosing} then ${nowMs}::bigint + ${wait} + ${recoveryWaitMaxMs}::bigint
        when ${isForgotten} then ${nowMs}::bigint + ${perMs}::bigint
        else ${triesEndMs} end`,
    })
    .where(and(isOfEntropy(key), sql`${waitEndMs} <= ${nowMs}::bigint`))
    .returning({ tries, waitEndMs });
  return rows[0] ?? null;
}

/** Returns the time until which no password is accepted, Unix ms. */
export async function getWaitEnd(db: Db, key: EntropyKey): Promise<number> {
  const rows = await db.select({ waitEndMs: recoveries.waitEndMs }).from(recoveries).where(isOfEntropy(key));
  return rows[0]?.waitEndMs ?? 0;
}

export async function resetRecoveryTries(tx: Db, key: EntropyKey): Promise<void> {
  await tx.update(recoveries).set({ tries: 0, triesEndMs: 0, waitEndMs: 0 }).where(isOfEntropy(key));
}

/**
 * Replaces the set of the previous version, and resets the count of password tries.
 *
 * @returns false if the set in force is not of the previous version (any more)
 */
export async function replaceRecovery(tx: Db, row: typeof recoveries.$inferInsert): Promise<boolean> {
  const { appId: _, ...set } = row;
  const replaced = await tx
    .update(recoveries)
    .set({ ...set, tries: 0, triesEndMs: 0, waitEndMs: 0 })
    .where(and(isOfEntropy(row), eq(recoveries.recoveryVersion, row.recoveryVersion - 1)))
    .returning({ recoveryId: recoveries.recoveryId });
  return replaced.length > 0;
}

export async function addReplaced(tx: Db, row: typeof replacedRecoveries.$inferInsert): Promise<void> {
  await tx.insert(replacedRecoveries).values(row);
}

export async function listReplaced(db: Db, replacedBeforeMs: number, limit: number) {
  const { appId, recoveryId, replacedAtMs } = replacedRecoveries;
  return db
    .select({ appId, recoveryId })
    .from(replacedRecoveries)
    .where(lt(replacedAtMs, replacedBeforeMs))
    .limit(limit);
}

export async function deleteReplaced(db: Db, appId: string, recoveryId: string): Promise<void> {
  await db
    .delete(replacedRecoveries)
    .where(and(eq(replacedRecoveries.appId, appId), eq(replacedRecoveries.recoveryId, recoveryId)));
}
