import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import { kekIdLength, type SealingStore } from './kek/kek.ts';
import { dataKeys, recoveryDataKeys } from './table.ts';

export interface WrappedDataKey {
  version: number;
  wrapped: Uint8Array;
}

export interface DataKeyStore {
  findLatest(db: Db, appId: string): Promise<WrappedDataKey | null>;
  find(db: Db, appId: string, version: number): Promise<WrappedDataKey | null>;
  /** Adds a key. Returns false if another process added that version first. */
  add(db: Db, appId: string, key: WrappedDataKey, nowMs: number): Promise<boolean>;
  /** Lists keys that another KEK than the given one wraps, by app and version, after the given key. */
  listNotWrappedBy(
    db: Db,
    kekId: Uint8Array,
    after: { appId: string; version: number },
    limit: number,
  ): Promise<(WrappedDataKey & { appId: string })[]>;
  /** Replaces a wrapped key if it still is as it was read. Returns false if another process replaced it first. */
  replace(
    db: Db,
    appId: string,
    version: number,
    wrapped: { from: Uint8Array; to: Uint8Array },
  ): Promise<boolean>;
  countByKek(db: Db): Promise<Map<string, number>>;
}

export function createDataKeyStore(store: SealingStore): DataKeyStore {
  const table = store === 'parts' ? dataKeys : recoveryDataKeys;
  const columns = { version: table.version, wrapped: table.wrapped };
  // A wrapped key begins with the id of the KEK that wrapped it.
  const kekId = sql<Uint8Array>`substring(${table.wrapped} from 1 for ${sql.raw(String(kekIdLength))})`;
  return {
    async findLatest(db, appId) {
      const rows = await db
        .select(columns)
        .from(table)
        .where(eq(table.appId, appId))
        .orderBy(desc(table.version))
        .limit(1);
      return rows[0] ?? null;
    },
    async find(db, appId, version) {
      const rows = await db
        .select(columns)
        .from(table)
        .where(and(eq(table.appId, appId), eq(table.version, version)));
      return rows[0] ?? null;
    },
    async add(db, appId, key, nowMs) {
      const added = await db
        .insert(table)
        .values({ appId, ...key, createdAtMs: nowMs })
        .onConflictDoNothing()
        .returning({ version: table.version });
      return added.length > 0;
    },
    async listNotWrappedBy(db, id, after, limit) {
      return db
        .select({ ...columns, appId: table.appId })
        .from(table)
        .where(
          and(ne(kekId, id), sql`(${table.appId}, ${table.version}) > (${after.appId}, ${after.version})`),
        )
        .orderBy(asc(table.appId), asc(table.version))
        .limit(limit);
    },
    async replace(db, appId, version, { from, to }) {
      const replaced = await db
        .update(table)
        .set({ wrapped: to })
        .where(and(eq(table.appId, appId), eq(table.version, version), eq(table.wrapped, from)))
        .returning({ version: table.version });
      return replaced.length > 0;
    },
    async countByKek(db) {
      const id = sql<string>`encode(${kekId}, 'hex')`;
      const rows = await db
        .select({ id, count: sql<number>`count(*)::integer` })
        .from(table)
        .groupBy(id)
        .orderBy(id);
      return new Map(rows.map((row) => [row.id, row.count]));
    },
  };
}
