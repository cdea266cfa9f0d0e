import type { AllowlistType } from '@latchkey/wire';
import { and, asc, eq } from 'drizzle-orm';
import type { Database, Db } from '../../db/index.ts';
import { type AllowlistRow, appAllowlist } from './table.ts';

export interface AllowlistKey {
  type: AllowlistType;
  value: string;
}

export function createAllowlistStore(database: Database) {
  const { db } = database;
  // Looks up the primary key once for each key, however long the list is.
  const has = database.statement<{ type: AllowlistType }>(
    'allowlist_has',
    `select l.type from unnest($2::text[], $3::text[]) as wanted (type, value)
     join app_allowlist l on l.app_id = $1 and l.type = wanted.type and l.value = wanted.value
     limit 1`,
  );
  const accept = database.statement<never>(
    'allowlist_accept',
    `update app_allowlist l set accepted_at_ms = $4
     from unnest($2::text[], $3::text[]) as wanted (type, value)
     where l.app_id = $1 and l.type = wanted.type and l.value = wanted.value and l.accepted_at_ms is null`,
  );
  const columns = (keys: readonly AllowlistKey[]) => [
    keys.map(({ type }) => type),
    keys.map(({ value }) => value),
  ];

  return {
    async has(appId: string, keys: readonly AllowlistKey[]): Promise<boolean> {
      return (await has([appId, ...columns(keys)])).length > 0;
    },

    async accept(appId: string, keys: readonly AllowlistKey[], nowMs: number): Promise<void> {
      await accept([appId, ...columns(keys), nowMs]);
    },

    list(appId: string): Promise<AllowlistRow[]> {
      return db
        .select()
        .from(appAllowlist)
        .where(eq(appAllowlist.appId, appId))
        .orderBy(asc(appAllowlist.createdAtMs), asc(appAllowlist.type), asc(appAllowlist.value));
    },

    /** Returns the entry, and true as `isNew` if it was added. */
    async add(tx: Db, entry: AllowlistRow): Promise<{ row: AllowlistRow; isNew: boolean }> {
      const [added] = await tx.insert(appAllowlist).values(entry).onConflictDoNothing().returning();
      if (added) return { row: added, isNew: true };
      const [there] = await tx.select().from(appAllowlist).where(isEntry(entry.appId, entry));
      return { row: there ?? entry, isNew: false };
    },

    async remove(tx: Db, appId: string, key: AllowlistKey): Promise<AllowlistRow | null> {
      const [removed] = await tx.delete(appAllowlist).where(isEntry(appId, key)).returning();
      return removed ?? null;
    },
  };
}

const isEntry = (appId: string, { type, value }: AllowlistKey) =>
  and(eq(appAllowlist.appId, appId), eq(appAllowlist.type, type), eq(appAllowlist.value, value));
