import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  notInArray,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../../db/index.ts';
import type { EndpointKey } from '../endpoints/store.ts';
import { type DeliveryRow, type EndpointRow, webhookDeliveries, webhookEndpoints } from '../table.ts';
import { leaseMs } from './schedule.ts';

export type LastResult = Pick<DeliveryRow, 'lastStatus' | 'lastFailure'>;
type ClosedResult = LastResult & { state: 'delivered' | 'dropped'; closedAtMs: number };

export type DeliveryKey = Pick<DeliveryRow, 'appId' | 'webhookId' | 'eventId'>;

const isOf = ({ appId, webhookId }: EndpointKey) =>
  and(eq(webhookDeliveries.appId, appId), eq(webhookDeliveries.webhookId, webhookId));
const isDelivery = (key: DeliveryKey) => and(isOf(key), eq(webhookDeliveries.eventId, key.eventId));

export type NewDelivery = Omit<typeof webhookDeliveries.$inferInsert, 'dueAtMs' | 'state'>;

/**
 * Queues deliveries. A delivery in a lane becomes due when it is woken ({@link wakeLanes}), any other at once. A
 * delivery that exists already stays as it is.
 */
export async function addDeliveries(tx: Db, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const queued = rows.map((row) => {
    const dueAtMs = row.lane == null ? row.createdAtMs : null;
    return { ...row, state: 'pending' as const, dueAtMs };
  });
  await tx.insert(webhookDeliveries).values(queued).onConflictDoNothing();
}

export async function findDelivery(db: Db, key: DeliveryKey): Promise<DeliveryRow | null> {
  return (await db.select().from(webhookDeliveries).where(isDelivery(key)))[0] ?? null;
}

export function listDeliveries(db: Db, key: EndpointKey, limit: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(isOf(key))
    .orderBy(desc(webhookDeliveries.createdAtMs), desc(webhookDeliveries.eventId))
    .limit(limit);
}

/** Lists enabled endpoints with due deliveries, except those that this process is serving. */
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
 * Claims due deliveries of an endpoint, those that became due first. No other process claims them until
 * `leaseEndsAtMs`, unless the operator resends one ({@link reopen}). If the process dies, they are due again when the
 * lease ends.
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
  return (
    db
      .update(webhookDeliveries)
      .set({ dueAtMs: options.leaseEndsAtMs, tries: sql`${webhookDeliveries.tries} + 1` })
      // An array is read first and looked up by the index. With IN, a plan that is made while the table is young reads
      // all deliveries of the endpoint.
      .where(and(isOf(key), sql`${webhookDeliveries.eventId} = any(array(${due}))`))
      .returning()
  );
}

/**
 * Writes the result of a try. Returns false, without writing, if the number of tries has changed since the claim,
 * because another process has taken the delivery over or the operator has resent it.
 */
export async function noteResult(
  tx: Db,
  delivery: DeliveryRow,
  result: LastResult & Pick<DeliveryRow, 'state' | 'dueAtMs' | 'closedAtMs'>,
): Promise<boolean> {
  const noted = await tx
    .update(webhookDeliveries)
    .set(result)
    .where(and(isDelivery(delivery), eq(webhookDeliveries.tries, delivery.tries)))
    .returning({ eventId: webhookDeliveries.eventId });
  return noted.length > 0;
}

const isOpen = isNull(webhookDeliveries.closedAtMs);

/**
 * Prepares the statement that closes a delivery and makes the next one of its lane due, in one round trip. It returns
 * false, without a change, in the same cases as {@link noteResult}.
 */
export function prepareClose(database: Database) {
  const close = database.statement<{ closed: boolean }>(
    'webhook_deliveries_close',
    `with closed as (
       update webhook_deliveries
       set state = $5, due_at_ms = null, closed_at_ms = $6, last_status = $7, last_failure = $8
       where app_id = $1 and webhook_id = $2 and event_id = $3 and tries = $4
       returning lane
     ), next as (
       select d.event_id from webhook_deliveries d, closed
       where d.app_id = $1 and d.webhook_id = $2 and d.lane = closed.lane and d.event_id <> $3 and d.closed_at_ms is null
       order by d.sequence limit 1
     ), woken as (
       update webhook_deliveries set due_at_ms = $6
       where app_id = $1 and webhook_id = $2 and event_id = (select event_id from next) and due_at_ms is null
     )
     select exists (select from closed) as closed`,
  );
  return async (
    { appId, webhookId, eventId, tries }: DeliveryRow,
    { state, closedAtMs, lastStatus, lastFailure }: ClosedResult,
  ): Promise<boolean> => {
    const values = [appId, webhookId, eventId, tries, state, closedAtMs, lastStatus, lastFailure];
    return (await close(values))[0]?.closed ?? false;
  };
}

/** Lists the endpoints with deliveries that wait in a lane. */
export function listWaitingEndpoints(db: Db): Promise<EndpointKey[]> {
  const { appId, dueAtMs, lane, webhookId } = webhookDeliveries;
  return db
    .selectDistinct({ appId, webhookId })
    .from(webhookDeliveries)
    .where(and(isOpen, isNotNull(lane), isNull(dueAtMs)));
}

/**
 * Makes the first open delivery of each lane of an endpoint due, unless it has a due time. Call it after the commit
 * that adds deliveries, and when a process has finished with an endpoint: the later of the two calls sees both the
 * added and the closed deliveries. The sweep checks all lanes, in case a process died in between.
 *
 * @param endpoint.lanes the lanes to check. @default all of the endpoint
 * @returns true if a delivery was made due
 */
export async function wakeLanes(
  db: Db,
  nowMs: number,
  endpoint: EndpointKey & { lanes?: readonly string[] },
): Promise<boolean> {
  const { lanes } = endpoint;
  if (lanes?.length === 0) return false;
  const { eventId, lane } = webhookDeliveries;
  const isAsked = lanes ? inArray(lane, [...lanes]) : isNotNull(lane);
  const earlier = alias(webhookDeliveries, 'earlier');
  const isBehind = db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.appId, endpoint.appId),
        eq(earlier.webhookId, endpoint.webhookId),
        eq(earlier.lane, lane),
        isNull(earlier.closedAtMs),
        lt(earlier.sequence, webhookDeliveries.sequence),
      ),
    );
  const first = db
    .select({ eventId })
    .from(webhookDeliveries)
    .where(and(isOf(endpoint), isAsked, isOpen, isNull(webhookDeliveries.dueAtMs), notExists(isBehind)))
    // Skips locked rows, which another process is already waking. Two processes that wait for each other would
    // deadlock.
    .for('update', { skipLocked: true });
  const woken = await db
    .update(webhookDeliveries)
    .set({ dueAtMs: nowMs })
    .where(and(isOf(endpoint), inArray(eventId, first)))
    .returning({ eventId });
  return woken.length > 0;
}

/** Counts waiting deliveries: those with a due time, and those behind them. Each of the two counts uses an index. */
export async function countPending(db: Db): Promise<number> {
  const { dueAtMs, lane } = webhookDeliveries;
  const countOf = async (condition: ReturnType<typeof and>) =>
    (await db.select({ count: sql<number>`count(*)::int` }).from(webhookDeliveries).where(condition))[0]
      ?.count ?? 0;
  const due = await countOf(isNotNull(dueAtMs));
  return due + (await countOf(and(isOpen, isNotNull(lane), isNull(dueAtMs))));
}

/**
 * Makes deliveries due now that wait for their next try, except those due within the length of a lease, which a
 * process may be sending.
 */
export async function hasten(tx: Db, key: EndpointKey, nowMs: number): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ dueAtMs: nowMs })
    .where(and(isOf(key), gt(webhookDeliveries.dueAtMs, nowMs + leaseMs)));
}

/**
 * Resets a delivery to a full set of tries. An open delivery becomes due now, unless it waits behind an earlier one.
 * A closed delivery is sent outside the order, because it had its turn before. Returns null if there is no such
 * delivery.
 */
export async function reopen(db: Db, key: DeliveryKey, nowMs: number): Promise<DeliveryRow | null> {
  const rows = await db
    .update(webhookDeliveries)
    .set({
      state: 'pending',
      tries: 0,
      lane: sql`case when ${isOpen} then ${webhookDeliveries.lane} end`,
      dueAtMs: sql`case when ${isOpen} and ${webhookDeliveries.dueAtMs} is null then null else ${nowMs}::bigint end`,
      closedAtMs: null,
    })
    .where(isDelivery(key))
    .returning();
  return rows[0] ?? null;
}

export async function deleteClosed(db: Db, closedBeforeMs: number): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.closedAtMs, closedBeforeMs));
}
