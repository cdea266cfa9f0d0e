import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import { type AppRow, apps, type StoredSettings } from './table.ts';

/** What a write of an app says. */
export interface AppWrite {
  appId: string;
  settings: StoredSettings;
  secretHash: string | null;
  managedBy: 'api' | 'file';
  nowMs: number;
}

/** The apps table: everything that reads or writes it. */
export function createAppStore(database: Database) {
  const { db } = database;
  return {
    async find(appId: string): Promise<AppRow | null> {
      return (await db.select().from(apps).where(eq(apps.appId, appId)))[0] ?? null;
    },

    list(): Promise<AppRow[]> {
      return db.select().from(apps).orderBy(asc(apps.appId));
    },

    /** The origins of all enabled apps, each once. */
    async listOrigins(): Promise<string[]> {
      const rows = await db
        .selectDistinct({
          origin: sql<string>`jsonb_array_elements_text(${apps.settings} -> 'allowed_origins')`,
        })
        .from(apps)
        .where(
          and(eq(apps.disabled, false), sql`jsonb_typeof(${apps.settings} -> 'allowed_origins') = 'array'`),
        );
      return rows.map((row) => row.origin);
    },

    /** The new row, or null when the id is taken. */
    async create(write: AppWrite): Promise<AppRow | null> {
      const rows = await db.insert(apps).values(valuesOf(write)).onConflictDoNothing().returning();
      return rows[0] ?? null;
    },

    /** Sets what is named of an app that the API manages; null when there is no such app. */
    async update(write: {
      appId: string;
      settings: StoredSettings;
      secretHash: string | undefined;
      nowMs: number;
    }): Promise<AppRow | null> {
      const rows = await db
        .update(apps)
        .set({
          // Merged in the database: two operators at once lose no field of each other's.
          settings: sql`${apps.settings} || ${JSON.stringify(write.settings)}::jsonb`,
          ...(write.secretHash === undefined ? {} : { secretHash: write.secretHash }),
          version: sql`${apps.version} + 1`,
          updatedAtMs: write.nowMs,
        })
        .where(and(eq(apps.appId, write.appId), eq(apps.managedBy, 'api')))
        .returning();
      return rows[0] ?? null;
    },

    /** Gives an app of the API a new secret; the one before it stays valid until `oldUntilMs`. False for others. */
    async replaceSecret(write: {
      appId: string;
      secretHash: string;
      oldUntilMs: number;
      nowMs: number;
    }): Promise<boolean> {
      const rows = await db
        .update(apps)
        .set({
          secretHash: write.secretHash,
          oldSecretHash: apps.secretHash,
          oldSecretUntilMs: write.oldUntilMs,
          version: sql`${apps.version} + 1`,
          updatedAtMs: write.nowMs,
        })
        .where(and(eq(apps.appId, write.appId), eq(apps.managedBy, 'api')))
        .returning({ appId: apps.appId });
      return rows.length > 0;
    },

    /**
     * Makes the file's apps be as in the file and disables those that left it, in one transaction.
     *
     * @returns the id of an app that the API manages, in which case nothing was written; else null
     */
    async putFileApps(writes: AppWrite[], nowMs: number): Promise<string | null> {
      return database.transaction(async (tx) => {
        const kept = writes.map((write) => write.appId);
        for (const write of writes) if (!(await putFileApp(tx, write))) return write.appId;
        await tx
          .update(apps)
          .set({ disabled: true, version: sql`${apps.version} + 1`, updatedAtMs: nowMs })
          .where(
            and(
              eq(apps.managedBy, 'file'),
              eq(apps.disabled, false),
              ...(kept.length > 0 ? [notInArray(apps.appId, kept)] : []),
            ),
          );
        return null;
      });
    },
  };
}

export type AppStore = ReturnType<typeof createAppStore>;

function valuesOf(write: AppWrite) {
  const { nowMs, ...values } = write;
  return { ...values, createdAtMs: nowMs, updatedAtMs: nowMs };
}

/** Inserts or updates one app of the file; an unchanged one keeps its version. False when the API manages it. */
async function putFileApp(tx: Db, write: AppWrite): Promise<boolean> {
  const inserted = await tx
    .insert(apps)
    .values(valuesOf(write))
    .onConflictDoNothing()
    .returning({ id: apps.appId });
  if (inserted.length > 0) return true;
  const [row] = await tx.select().from(apps).where(eq(apps.appId, write.appId)).for('update');
  if (row?.managedBy !== 'file') return false;
  await tx
    .update(apps)
    .set({
      settings: write.settings,
      secretHash: write.secretHash,
      disabled: false,
      version: sql`${apps.version} + 1`,
      updatedAtMs: write.nowMs,
    })
    .where(
      and(
        eq(apps.appId, write.appId),
        sql`(${apps.settings}, ${apps.secretHash}, ${apps.disabled}) is distinct from (${JSON.stringify(write.settings)}::jsonb, ${write.secretHash}::text, false)`,
      ),
    );
  return true;
}
