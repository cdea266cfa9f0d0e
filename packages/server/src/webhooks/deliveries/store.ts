import { and, desc, eq, exists, inArray, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { EndpointKey } from '../endpoints/store.ts';
import { type DeliveryRow, type EndpointRow, webhookDeliveries, webhookEndpoints } from '../table.ts';

export type DeliveryKey = Pick<DeliveryRow, 'appId' | 'webhookId' | 'eventId'>;

const isOf = ({ appId, webhookId }: EndpointKey) =>
  and(eq(webhookDeliveries.appId, appId), eq(webhookDeliveries.webhookId, webhookId));
const isDelivery = (key: DeliveryKey) => and(isOf(key), eq(webhookDeliveries.eventId, key.eventId));

/** Queues deliveries; one that is there already stays as it is, so that no event is sent twice for one endpoint. */
export async function addDeliveries(tx: Db, rows: (typeof webhookDeliveries.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows).onConflictDoNothing();
}

export async function findDelivery(db: Db, key: DeliveryKey): Promise<DeliveryRow | null> {
  return (await db.select().from(webhookDeliveries).where(isDelivery(key)))[0] ?? null;
}

/** The newest deliveries of an endpoint. */
export function listDeliveries(db: Db, key: EndpointKey, limit: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(isOf(key))
    .orderBy(desc(webhookDeliveries.createdAtMs), desc(webhookDeliveries.eventId))
    .limit(limit);
}

/** Enabled endpoints that something is due for, except those that this process is at. */
export function listDueEndpoints(
  db: Db,
  options: { nowMs: number; except: readonly string[]; limit: number },
): Promise<EndpointRow[]> {
  const due = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.appId, webhookEndpoints.appId),
        eq(webhookDeliveries.webhookId, webhookEndpoints.webhookId),
        lte(webhookDeliveries.dueAtMs, options.nowMs),
      ),
    );
  return db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        isNull(webhookEndpoints.disabledAtMs),
        exists(due),
        ...(options.except.length > 0 ? [notInArray(webhookEndpoints.webhookId, [...options.except])] : []),
      ),
    )
    .limit(options.limit);
}

/**
 * Takes due deliveries of an endpoint, the oldest first: until `leaseEndsAtMs` no other process has them. A process
 * that dies keeps nothing: they are due again when the lease ends.
 */
export function claimDue(
  db: Db,
  key: EndpointKey,
  options: { nowMs: number; leaseEndsAtMs: number; limit: number },
): Promise<DeliveryRow[]> {
  const due = db
    .select({ eventId: webhookDeliveries.eventId })
    .from(webhookDeliveries)
    .where(and(isOf(key), lte(webhookDeliveries.dueAtMs, options.nowMs)))
    .orderBy(webhookDeliveries.dueAtMs, webhookDeliveries.eventId)
    .limit(options.limit)
    .for('update', { skipLocked: true });
  return db
    .update(webhookDeliveries)
    .set({ dueAtMs: options.leaseEndsAtMs, tries: sql`${webhookDeliveries.tries} + 1` })
    .where(and(isOf(key), inArray(webhookDeliveries.eventId, due)))
    .returning();
}

/** Writes what became of a try; false, and nothing written, when another process has taken the delivery over since. */
export async function noteResult(
  tx: Db,
  delivery: DeliveryRow,
  result: Pick<DeliveryRow, 'state' | 'dueAtMs' | 'lastStatus' | 'lastFailure' | 'closedAtMs'>,
): Promise<boolean> {
  const noted = await tx
    .update(webhookDeliveries)
    .set(result)
    .where(and(isDelivery(delivery), eq(webhookDeliveries.tries, delivery.tries)))
    .returning({ eventId: webhookDeliveries.eventId });
  return noted.length > 0;
}

/** Makes a delivery due again with a full set of tries; null when there is none. */
export async function reopen(db: Db, key: DeliveryKey, nowMs: number): Promise<DeliveryRow | null> {
  const rows = await db
    .update(webhookDeliveries)
    .set({ state: 'pending', tries: 0, dueAtMs: nowMs, closedAtMs: null })
    .where(isDelivery(key))
    .returning();
  return rows[0] ?? null;
}

/** Deletes deliveries that were closed long ago, by index. */
export async function deleteClosed(db: Db, closedBeforeMs: number): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.closedAtMs, closedBeforeMs));
}
