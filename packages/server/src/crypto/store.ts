import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import { dataKeys, recoveryDataKeys } from './table.ts';

/** Which store a sealing serves: each has its own KEK and its own data keys. */
export type SealingStore = 'parts' | 'recovery';

export interface WrappedDataKey {
  version: number;
  wrapped: Uint8Array;
}

export interface DataKeyStore {
  findLatest(db: Db, appId: string): Promise<WrappedDataKey | null>;
  find(db: Db, appId: string, version: number): Promise<WrappedDataKey | null>;
  /** Adds a key; false when that version exists already, because another process was first. */
  add(db: Db, appId: string, key: WrappedDataKey, nowMs: number): Promise<boolean>;
}

/** The table of wrapped data keys of one store. */
export function createDataKeyStore(store: SealingStore): DataKeyStore {
  const table = store === 'parts' ? dataKeys : recoveryDataKeys;
  const columns = { version: table.version, wrapped: table.wrapped };
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
  };
}
