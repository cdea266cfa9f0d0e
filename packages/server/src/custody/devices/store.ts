import { and, asc, desc, eq, lt, max, min, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { devices, sessionKeys } from '../table.ts';

const isOf = ({ appId, userId }: UserKey) => and(eq(devices.appId, appId), eq(devices.userId, userId));

/**
 * Lists the browsers of a user, the most recently used first. A browser is identified by its proof key, which may have
 * several devices.
 *
 * @param sessionId the caller's session; a browser whose key is bound to it counts as current
 */
export async function listBrowsers(db: Db, owner: UserKey, sessionId: string) {
  const first = sql<string>`(array_agg(${devices.deviceId} order by ${devices.createdAtMs}, ${devices.deviceId}))[1]`;
  const newest = (column: typeof devices.browser | typeof devices.os) =>
    sql<string | null>`(array_agg(${column} order by ${devices.createdAtMs} desc, ${devices.deviceId}))[1]`;
  return db
    .select({
      deviceId: first,
      createdAtMs: min(devices.createdAtMs).mapWith(Number),
      usedAtMs: max(devices.usedAtMs).mapWith(Number),
      browser: newest(devices.browser),
      os: newest(devices.os),
      isCurrent: sql<boolean>`bool_or(${sessionKeys.thumbprint} is not null)`,
    })
    .from(devices)
    .leftJoin(
      sessionKeys,
      and(
        eq(sessionKeys.appId, owner.appId),
        eq(sessionKeys.sessionId, sessionId),
        eq(sessionKeys.thumbprint, devices.thumbprint),
      ),
    )
    .where(isOf(owner))
    .groupBy(devices.thumbprint)
    .orderBy(desc(max(devices.usedAtMs)), asc(first));
}

/** Finds the proof key that enrolled one of the user's devices. Returns null if they have no such device. */
export async function findThumbprint(db: Db, owner: UserKey, deviceId: string): Promise<string | null> {
  const rows = await db
    .select({ thumbprint: devices.thumbprint })
    .from(devices)
    .where(and(isOf(owner), eq(devices.deviceId, deviceId)));
  return rows[0]?.thumbprint ?? null;
}

/** True if a proof key has a device of the user that was enrolled before a time (Unix ms). */
export async function hasDeviceBefore(
  db: Db,
  owner: UserKey,
  { thumbprint, atMs }: { thumbprint: string; atMs: number },
): Promise<boolean> {
  const rows = await db
    .select({ deviceId: devices.deviceId })
    .from(devices)
    .where(and(isOf(owner), eq(devices.thumbprint, thumbprint), lt(devices.createdAtMs, atMs)))
    .limit(1);
  return rows.length > 0;
}

/** Deletes the user's devices that a proof key enrolled. Returns their ids. */
export async function deleteDevicesOf(tx: Db, owner: UserKey, thumbprint: string): Promise<string[]> {
  const rows = await tx
    .delete(devices)
    .where(and(isOf(owner), eq(devices.thumbprint, thumbprint)))
    .returning({ deviceId: devices.deviceId });
  return rows.map(({ deviceId }) => deviceId);
}

/** Lists the sessions, of any user, to which a proof key is bound. */
export async function listSessionsOf(db: Db, appId: string, thumbprint: string): Promise<string[]> {
  const rows = await db
    .select({ sessionId: sessionKeys.sessionId })
    .from(sessionKeys)
    .where(and(eq(sessionKeys.appId, appId), eq(sessionKeys.thumbprint, thumbprint)));
  return rows.map(({ sessionId }) => sessionId);
}
