import { limits } from '@latchkey/wire';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { dayTries, sessionTries } from './table.ts';
import type { Counted as Method } from './tries.ts';

const dayMs = 24 * 60 * 60_000;

interface Counted {
  appId: string;
  method: Method;
  nowMs: number;
}

/** Counts a try of a session. @returns null if it was counted, otherwise when the session's pause ends, Unix ms */
export async function countOfSession(
  tx: Db,
  { appId, sessionId, method, nowMs }: Counted & { sessionId: string },
): Promise<number | null> {
  const { tries, closedUntilMs } = sessionTries;
  const isLast = sql`${tries} + 1 = ${limits.factorTries}`;
  const counted = await tx
    .insert(sessionTries)
    .values({ appId, sessionId, method, tries: 1, closedUntilMs: 0 })
    .onConflictDoUpdate({
      target: [sessionTries.appId, sessionTries.sessionId, sessionTries.method],
      set: {
        tries: sql`case when ${isLast} then 0 else ${tries} + 1 end`,
        closedUntilMs: sql`case when ${isLast} then ${nowMs + limits.factorPauseMs}::bigint else 0 end`,
      },
      setWhere: sql`${closedUntilMs} <= ${nowMs}`,
    })
    .returning({ tries });
  if (counted.length > 0) return null;
  const [row] = await tx
    .select({ closedUntilMs })
    .from(sessionTries)
    .where(
      and(
        eq(sessionTries.appId, appId),
        eq(sessionTries.sessionId, sessionId),
        eq(sessionTries.method, method),
      ),
    );
  return row?.closedUntilMs ?? nowMs;
}

/**
 * Counts a try of a day, which begins with its first try. @returns null if it was counted, otherwise when the day
 * ends, Unix ms
 */
export async function countOfDay(
  tx: Db,
  { appId, userId, method, nowMs, most }: Counted & { userId: string; most: number },
): Promise<number | null> {
  const { tries, beganAtMs } = dayTries;
  const isOver = sql`${beganAtMs} <= ${nowMs - dayMs}`;
  const counted = await tx
    .insert(dayTries)
    .values({ appId, userId, method, tries: 1, beganAtMs: nowMs })
    .onConflictDoUpdate({
      target: [dayTries.appId, dayTries.userId, dayTries.method],
      set: {
        tries: sql`case when ${isOver} then 1 else ${tries} + 1 end`,
        beganAtMs: sql`case when ${isOver} then ${nowMs}::bigint else ${beganAtMs} end`,
      },
      setWhere: sql`${isOver} or ${tries} < ${most}`,
    })
    .returning({ tries });
  if (counted.length > 0) return null;
  const [row] = await tx
    .select({ beganAtMs })
    .from(dayTries)
    .where(and(eq(dayTries.appId, appId), eq(dayTries.userId, userId), eq(dayTries.method, method)));
  return (row?.beganAtMs ?? nowMs) + dayMs;
}

/** Takes back the try of a right code: all tries of the session with the method, and one of the day. */
export async function giveBack(tx: Db, of: UserKey & { sessionId: string; method: Method }): Promise<void> {
  const { appId, sessionId, userId, method } = of;
  const isSession = and(eq(sessionTries.appId, appId), eq(sessionTries.sessionId, sessionId));
  await tx.delete(sessionTries).where(and(isSession, eq(sessionTries.method, method)));
  const isUser = and(eq(dayTries.appId, appId), eq(dayTries.userId, userId));
  await tx
    .update(dayTries)
    .set({ tries: sql`greatest(${dayTries.tries} - 1, 0)` })
    .where(and(isUser, eq(dayTries.method, method)));
}
