import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { countAlone, type Db } from '../../db/index.ts';
import { type EndpointRow, webhookEndpoints } from '../table.ts';

export type EndpointKey = Pick<EndpointRow, 'appId' | 'webhookId'>;

const isEndpoint = ({ appId, webhookId }: EndpointKey) =>
  and(eq(webhookEndpoints.appId, appId), eq(webhookEndpoints.webhookId, webhookId));

export async function addEndpoint(db: Db, row: typeof webhookEndpoints.$inferInsert): Promise<EndpointRow> {
  const [added] = await db.insert(webhookEndpoints).values(row).returning();
  if (!added) throw new Error('The endpoint that was just made is not in the database.');
  return added;
}

export async function findEndpoint(db: Db, key: EndpointKey): Promise<EndpointRow | null> {
  return (await db.select().from(webhookEndpoints).where(isEndpoint(key)))[0] ?? null;
}

/** Lists the endpoints of an app, oldest first. */
export function listEndpoints(db: Db, appId: string): Promise<EndpointRow[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.appId, appId))
    .orderBy(asc(webhookEndpoints.createdAtMs), asc(webhookEndpoints.webhookId));
}

/** Counts the endpoints of an app, one transaction at a time ({@link countAlone}). */
export function countEndpoints(tx: Db, appId: string): Promise<number> {
  return countAlone(tx, ['endpoints', appId], () =>
    tx.select({ count: count() }).from(webhookEndpoints).where(eq(webhookEndpoints.appId, appId)),
  );
}

/** Changes the given columns. Returns null if there is no such endpoint. */
export async function updateEndpoint(
  db: Db,
  key: EndpointKey,
  change: Partial<Omit<EndpointRow, keyof EndpointKey>>,
): Promise<EndpointRow | null> {
  const rows = await db.update(webhookEndpoints).set(change).where(isEndpoint(key)).returning();
  return rows[0] ?? null;
}

/**
 * Replaces the secret of an endpoint. The old one signs too until the given time. Returns false if there is no such
 * endpoint.
 */
export async function replaceSecret(
  tx: Db,
  key: EndpointKey,
  { secret, oldUntilMs }: { secret: Uint8Array; oldUntilMs: number },
): Promise<boolean> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ secret, oldSecret: webhookEndpoints.secret, oldSecretUntilMs: oldUntilMs })
    .where(isEndpoint(key))
    .returning({ id: webhookEndpoints.webhookId });
  return rows.length > 0;
}

/** Deletes an endpoint with its deliveries. Returns false if there is none. */
export async function deleteEndpoint(db: Db, key: EndpointKey): Promise<boolean> {
  const rows = await db
    .delete(webhookEndpoints)
    .where(isEndpoint(key))
    .returning({ id: webhookEndpoints.webhookId });
  return rows.length > 0;
}

export type Follower = Pick<EndpointRow, 'appId' | 'webhookId' | 'types' | 'followedSequence'>;

/** Lists the enabled endpoints of all apps. */
export function listFollowers(db: Db): Promise<Follower[]> {
  const { appId, webhookId, types, followedSequence } = webhookEndpoints;
  return db
    .select({ appId, webhookId, types, followedSequence })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAtMs));
}

/** Moves an endpoint from one position in the log to another. Returns false if another process moved it first. */
export async function moveOn(tx: Db, key: EndpointKey, from: number, to: number): Promise<boolean> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ followedSequence: to })
    .where(and(isEndpoint(key), eq(webhookEndpoints.followedSequence, from)))
    .returning({ id: webhookEndpoints.webhookId });
  return rows.length > 0;
}

/**
 * Records that deliveries fail. Returns since when they have failed, Unix ms, or null if the endpoint is gone or
 * disabled.
 */
export async function noteFailing(tx: Db, key: EndpointKey, nowMs: number): Promise<number | null> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ failingSinceMs: sql`coalesce(${webhookEndpoints.failingSinceMs}, ${nowMs}::bigint)` })
    .where(and(isEndpoint(key), isNull(webhookEndpoints.disabledAtMs)))
    .returning({ sinceMs: webhookEndpoints.failingSinceMs });
  return rows[0]?.sinceMs ?? null;
}
