import type { AuditKind } from '@latchkey/wire';
import { and, asc, count, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { countAlone, type Database, type Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import type { AuditRow } from './entry.ts';
import { auditChains, auditEvents } from './table.ts';

export type StoredEvent = AuditRow & { sequence: number; hash: Uint8Array };

export interface ChainEnd {
  sequence: number;
  hash: Uint8Array;
}

export async function addEvent(tx: Db, row: AuditRow): Promise<void> {
  await tx.insert(auditEvents).values(row);
}

/** Counts events of a kind about a user in one session since a time (Unix ms), with a lock ({@link countAlone}). */
export async function countEvents(
  tx: Db,
  of: UserKey & { sessionId: string; kind: AuditKind; sinceMs: number },
): Promise<number> {
  return countAlone(tx, ['events', of.appId, of.sessionId, of.kind], () =>
    tx
      .select({ count: count() })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.appId, of.appId),
          eq(auditEvents.userId, of.userId),
          eq(auditEvents.kind, of.kind),
          gt(auditEvents.atMs, of.sinceMs),
          eq(auditEvents.sessionId, of.sessionId),
        ),
      ),
  );
}

const { sequence: _sequence, hash: _hash, ...unsealedColumns } = getTableColumns(auditEvents);

const endColumns = { sequence: auditChains.sequence, hash: auditChains.hash };

export function createAuditStore({ acrossApps, db }: Database) {
  return {
    async list(appId: string, after: number, limit: number): Promise<StoredEvent[]> {
      const rows = await db
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.appId, appId), gt(auditEvents.sequence, after)))
        .orderBy(asc(auditEvents.sequence))
        .limit(limit);
      return rows as StoredEvent[];
    },

    async listApps(): Promise<string[]> {
      const rows = await acrossApps
        .select({ appId: auditChains.appId })
        .from(auditChains)
        .union(
          acrossApps
            .select({ appId: auditEvents.appId })
            .from(auditEvents)
            .where(isNotNull(auditEvents.sequence)),
        );
      return rows.map((row) => row.appId).sort();
    },

    /** Returns both ends of an app's chain, or those of an empty chain if its row is missing. */
    async getChain(appId: string): Promise<typeof auditChains.$inferSelect> {
      const rows = await db.select().from(auditChains).where(eq(auditChains.appId, appId));
      const none = { sequence: 0, hash: new Uint8Array(32), floorSequence: 0, floorHash: new Uint8Array(32) };
      return rows[0] ?? { appId, ...none };
    },

    async listAgedApps(beforeMs: number, limit: number): Promise<string[]> {
      const rows = await acrossApps
        .select({ appId: auditChains.appId })
        .from(auditChains)
        .innerJoin(
          auditEvents,
          and(
            eq(auditEvents.appId, auditChains.appId),
            eq(auditEvents.sequence, sql`${auditChains.floorSequence} + 1`),
          ),
        )
        .where(lt(auditEvents.atMs, beforeMs))
        .limit(limit);
      return rows.map((row) => row.appId);
    },

    /**
     * Deletes the first kept events, at most `limit`, that are older than a time, and moves the start of the chain
     * after them. Returns their number.
     */
    async cut(tx: Db, appId: string, beforeMs: number, limit: number): Promise<number> {
      const isOfApp = eq(auditEvents.appId, appId);
      const first = await tx
        .select({ sequence: auditEvents.sequence, hash: auditEvents.hash, atMs: auditEvents.atMs })
        .from(auditEvents)
        .where(and(isOfApp, isNotNull(auditEvents.sequence)))
        .orderBy(asc(auditEvents.sequence))
        .limit(limit);
      const kept = first.findIndex(({ atMs }) => atMs >= beforeMs);
      const aged = kept < 0 ? first : first.slice(0, kept);
      const last = aged.at(-1);
      if (!last?.sequence || !last.hash) return 0;
      const pruned = { floorSequence: last.sequence, floorHash: last.hash };
      await tx.update(auditChains).set(pruned).where(eq(auditChains.appId, appId));
      await tx.delete(auditEvents).where(and(isOfApp, lte(auditEvents.sequence, last.sequence)));
      return aged.length;
    },

    async listOfUser({ appId, userId }: UserKey, limit: number): Promise<AuditRow[]> {
      return db
        .select(unsealedColumns)
        .from(auditEvents)
        .where(and(eq(auditEvents.appId, appId), eq(auditEvents.userId, userId)))
        .orderBy(desc(auditEvents.atMs), desc(auditEvents.eventId))
        .limit(limit);
    },

    async listUnsealedApps(limit: number): Promise<string[]> {
      const rows = await acrossApps
        .selectDistinct({ appId: auditEvents.appId })
        .from(auditEvents)
        .where(isNull(auditEvents.sequence))
        .limit(limit);
      return rows.map((row) => row.appId);
    },

    async findEnd(appId: string): Promise<ChainEnd | null> {
      const rows = await db.select(endColumns).from(auditChains).where(eq(auditChains.appId, appId));
      return rows[0] ?? null;
    },

    /** Locks the end of an app's chain until the transaction ends. Returns null if another transaction has the lock. */
    async lockEnd(tx: Db, appId: string): Promise<ChainEnd | null> {
      await tx.execute(sql`insert into audit_chains (app_id) values (${appId}) on conflict do nothing`);
      const rows = await tx
        .select(endColumns)
        .from(auditChains)
        .where(eq(auditChains.appId, appId))
        .for('update', { skipLocked: true });
      return rows[0] ?? null;
    },

    async listUnsealed(tx: Db, appId: string, limit: number): Promise<AuditRow[]> {
      return tx
        .select(unsealedColumns)
        .from(auditEvents)
        .where(and(eq(auditEvents.appId, appId), isNull(auditEvents.sequence)))
        .orderBy(asc(auditEvents.eventId))
        .limit(limit);
    },

    /** Assigns events their places in one statement, and moves the end of the chain there. */
    async seal(
      tx: Db,
      appId: string,
      places: readonly { eventId: string; sequence: number; hash: Buffer }[],
      end: ChainEnd,
    ): Promise<void> {
      const json = JSON.stringify(places.map((place) => ({ ...place, hash: place.hash.toString('hex') })));
      await tx.execute(sql`
        update audit_events e set sequence = p.sequence, hash = decode(p.hash, 'hex')
        from jsonb_to_recordset(${json}::jsonb) as p("eventId" text, sequence bigint, hash text)
        where e.app_id = ${appId} and e.event_id = p."eventId"`);
      await tx.update(auditChains).set(end).where(eq(auditChains.appId, appId));
    },
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;
