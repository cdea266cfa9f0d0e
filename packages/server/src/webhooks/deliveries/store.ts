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

/** How a try ended. */
export type LastResult = Pick<DeliveryRow, 'lastStatus' | 'lastFailure'>;
type ClosedResult = LastResult & { state: 'delivered' | 'dropped'; closedAtMs: number };

export type DeliveryKey = Pick<DeliveryRow, 'appId' | 'webhookId' | 'eventId'>;

const isOf = ({ appId, webhookId }: EndpointKey) =>
  and(eq(webhookDeliveries.appId, appId), eq(webhookDeliveries.webhookId, webhookId));
const isDelivery = (key: DeliveryKey) => and(isOf(key), eq(webhookDeliveries.eventId, key.eventId));

/** A delivery that is to be queued. */
export type NewDelivery = Omit<typeof webhookDeliveries.$inferInsert, 'dueAtMs' | 'state'>;

/**
 * Queues deliveries: those of a lane are due when they are woken ({@link wakeLanes}), the others at once. One that is
 * there already stays as it is, so that no event is sent twice for one endpoint.
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
 * Makes what closes a delivery and makes the next one of its lane due, in one statement: most events end so. It tells
 * false, and nothing is done, when another process has taken the delivery over since.
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

/**
 * Makes the first open delivery of each lane due, unless it is: after deliveries were added, and when a process is done
 * with an endpoint. One that is behind another is never made due, because those of an endpoint are added in the order of
 * the log and none is opened again in its lane. None is left behind, because both who adds and who closes ask after their
 * commit: of the two the later one sees both. For anyone who died in between, all lanes are asked for once a minute.
 *
 * @param of the lanes in question. @default all
 * @returns whether there was one
 */
export async function wakeLanes(
  db: Db,
  nowMs: number,
  of?: EndpointKey & { lanes: readonly string[] },
): Promise<boolean> {
  if (of?.lanes.length === 0) return false;
  const isAsked = of
    ? and(isOf(of), inArray(webhookDeliveries.lane, [...of.lanes]))
    : isNotNull(webhookDeliveries.lane);
  const earlier = alias(webhookDeliveries, 'earlier');
  const isBehind = db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.appId, webhookDeliveries.appId),
        eq(earlier.webhookId, webhookDeliveries.webhookId),
        eq(earlier.lane, webhookDeliveries.lane),
        isNull(earlier.closedAtMs),
        lt(earlier.sequence, webhookDeliveries.sequence),
      ),
    );
  const { appId, webhookId, eventId } = webhookDeliveries;
  const first = db
    .select({ appId, webhookId, eventId })
    .from(webhookDeliveries)
    .where(and(isAsked, isOpen, isNull(webhookDeliveries.dueAtMs), notExists(isBehind)))
    // What another process is waking is awake in a moment; two that waited for each other would both fail.
    .for('update', { skipLocked: true });
  const woken = await db
    .update(webhookDeliveries)
    .set({ dueAtMs: nowMs })
    .where(sql`(${appId}, ${webhookId}, ${eventId}) in ${first}`)
    .returning({ eventId });
  return woken.length > 0;
}

/** How many deliveries wait: those that are due once, and those behind them, each by its index. */
export async function countPending(db: Db): Promise<number> {
  const { dueAtMs, lane } = webhookDeliveries;
  const countOf = async (condition: ReturnType<typeof and>) =>
    (await db.select({ count: sql<number>`count(*)::int` }).from(webhookDeliveries).where(condition))[0]
      ?.count ?? 0;
  const due = await countOf(isNotNull(dueAtMs));
  return due + (await countOf(and(isOpen, isNotNull(lane), isNull(dueAtMs))));
}

/** Makes due what waits for its next try; what someone is at stays theirs. */
export async function hasten(tx: Db, key: EndpointKey, nowMs: number): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ dueAtMs: nowMs })
    .where(and(isOf(key), gt(webhookDeliveries.dueAtMs, nowMs + leaseMs)));
}

/**
 * Gives a delivery a full set of tries. One that is open is due now, or keeps its place behind an earlier one; one that
 * was closed is sent beside the order, which it had its place in before. Null when there is none.
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

/** Deletes deliveries that were closed long ago, by index. */
export async function deleteClosed(db: Db, closedBeforeMs: number): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.closedAtMs, closedBeforeMs));
}
