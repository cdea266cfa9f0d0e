import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import { type AppRow, apps, appsVersion, type StoredSettings } from './table.ts';

export interface AppWrite {
  appId: string;
  settings: StoredSettings;
  secretHash: string | null;
  disabled: boolean;
  managedBy: 'api' | 'file';
  nowMs: number;
}

export interface FileChange {
  appId: string;
  kind: 'created' | 'updated' | 'disabled';
}

/** Key of the one row in `apps_version`, which belongs to no app. */
const allApps = '*';

export function createAppStore(database: Database) {
  const { db } = database;
  const readVersion = database.statement<{ version: number }>(
    'apps_version',
    'select version from apps_version where app_id = $1',
  );
  return {
    async readVersion(): Promise<number> {
      return (await readVersion([allApps]))[0]?.version ?? 0;
    },

    async find(appId: string): Promise<AppRow | null> {
      return (await db.select().from(apps).where(eq(apps.appId, appId)))[0] ?? null;
    },

    /** Locks an app until the transaction ends, so simultaneous changes of two operators are both kept. */
    async lock(tx: Db, appId: string): Promise<AppRow | null> {
      return (await tx.select().from(apps).where(eq(apps.appId, appId)).for('update'))[0] ?? null;
    },

    list(): Promise<AppRow[]> {
      return db.select().from(apps).orderBy(asc(apps.appId));
    },

    /** Lists the origins of all enabled apps, each once. */
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

    /** Lists the enabled apps that have a list of requesters, ordered by id. */
    listRequesters(): Promise<Pick<AppRow, 'appId' | 'settings'>[]> {
      const listed = sql`${apps.settings} -> 'cross_app_requesters'`;
      return db
        .select({ appId: apps.appId, settings: apps.settings })
        .from(apps)
        .where(and(eq(apps.disabled, false), sql`jsonb_typeof(${listed}) = 'array'`))
        .orderBy(asc(apps.appId));
    },

    async listGuestRetentions(): Promise<{ appId: string; days: number }[]> {
      const days = sql<number>`(${apps.settings} ->> 'guest_retention_days')::int`;
      return db
        .select({ appId: apps.appId, days })
        .from(apps)
        .where(sql`jsonb_typeof(${apps.settings} -> 'guest_retention_days') = 'number'`)
        .orderBy(asc(apps.appId));
    },

    /** Returns the new row, or null if the id is taken. */
    async create(tx: Db, write: AppWrite): Promise<AppRow | null> {
      const [row] = await tx.insert(apps).values(valuesOf(write)).onConflictDoNothing().returning();
      if (row) await raiseVersion(tx);
      return row ?? null;
    },

    /** Replaces the settings of an app that the API manages. Returns null if there is no such app. */
    async update(
      tx: Db,
      write: {
        appId: string;
        settings: StoredSettings;
        secretHash: string | undefined;
        disabled: boolean | undefined;
        nowMs: number;
      },
    ): Promise<AppRow | null> {
      const [row] = await tx
        .update(apps)
        .set({
          settings: write.settings,
          ...(write.secretHash === undefined ? {} : { secretHash: write.secretHash }),
          ...(write.disabled === undefined ? {} : { disabled: write.disabled }),
          version: sql`${apps.version} + 1`,
          updatedAtMs: write.nowMs,
        })
        .where(and(eq(apps.appId, write.appId), eq(apps.managedBy, 'api')))
        .returning();
      if (row) await raiseVersion(tx);
      return row ?? null;
    },

    /**
     * Sets a new secret for an app that the API manages. The previous one stays valid until `oldUntilMs`. Returns
     * false for other apps.
     */
    async replaceSecret(
      tx: Db,
      write: { appId: string; secretHash: string; oldUntilMs: number; nowMs: number },
    ): Promise<boolean> {
      const rows = await tx
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
      if (rows.length > 0) await raiseVersion(tx);
      return rows.length > 0;
    },

    /**
     * Updates the file's apps to the contents of the file, in the caller's transaction. Apps that are no longer in it
     * stay as they are: a lost or moved file must not disable apps.
     *
     * @returns the changes, and the enabled apps that are no longer in the file; or the id of an app that the API
     *   manages, after which the caller rolls back
     */
    async putFileApps(
      tx: Db,
      writes: AppWrite[],
    ): Promise<{ changes: FileChange[]; left: string[] } | { taken: string }> {
      const listed = writes.map((write) => write.appId);
      const changes: FileChange[] = [];
      for (const write of writes) {
        const kind = await putFileApp(tx, write);
        if (kind === 'taken') return { taken: write.appId };
        if (kind !== 'same') changes.push({ appId: write.appId, kind });
      }
      const left = await tx
        .select({ id: apps.appId })
        .from(apps)
        .where(
          and(
            eq(apps.managedBy, 'file'),
            eq(apps.disabled, false),
            ...(listed.length > 0 ? [notInArray(apps.appId, listed)] : []),
          ),
        )
        .orderBy(asc(apps.appId));
      if (changes.length > 0) await raiseVersion(tx);
      return { changes, left: left.map(({ id }) => id) };
    },

    /** Disables an app of the file. Returns false if no enabled app of the file has this id. */
    async disableFileApp(tx: Db, appId: string, nowMs: number): Promise<boolean> {
      const rows = await tx
        .update(apps)
        .set({ disabled: true, version: sql`${apps.version} + 1`, updatedAtMs: nowMs })
        .where(and(eq(apps.appId, appId), eq(apps.managedBy, 'file'), eq(apps.disabled, false)))
        .returning({ id: apps.appId });
      if (rows.length > 0) await raiseVersion(tx);
      return rows.length > 0;
    },
  };
}

/**
 * Tells all processes that an app was changed. The version is raised in the transaction of the change, so no process
 * reads it before it can read the change.
 */
async function raiseVersion(tx: Db): Promise<void> {
  await tx
    .insert(appsVersion)
    .values({ appId: allApps, version: 1 })
    .onConflictDoUpdate({
      target: appsVersion.appId,
      set: { version: sql`${appsVersion.version} + 1` },
    });
}

export type AppStore = ReturnType<typeof createAppStore>;

function valuesOf(write: AppWrite) {
  const { nowMs, ...values } = write;
  return { ...values, createdAtMs: nowMs, updatedAtMs: nowMs };
}

/**
 * Inserts or updates one app of the file. An unchanged app keeps its version. Returns `taken` if the API manages the
 * app.
 */
async function putFileApp(tx: Db, write: AppWrite): Promise<FileChange['kind'] | 'same' | 'taken'> {
  const inserted = await tx
    .insert(apps)
    .values(valuesOf(write))
    .onConflictDoNothing()
    .returning({ id: apps.appId });
  if (inserted.length > 0) return 'created';
  const [row] = await tx.select().from(apps).where(eq(apps.appId, write.appId)).for('update');
  if (row?.managedBy !== 'file') return 'taken';
  const updated = await tx
    .update(apps)
    .set({
      settings: write.settings,
      secretHash: write.secretHash,
      disabled: write.disabled,
      version: sql`${apps.version} + 1`,
      updatedAtMs: write.nowMs,
    })
    .where(
      and(
        eq(apps.appId, write.appId),
        sql`(${apps.settings}, ${apps.secretHash}, ${apps.disabled}) is distinct from (${JSON.stringify(write.settings)}::jsonb, ${write.secretHash}::text, ${write.disabled}::boolean)`,
      ),
    )
    .returning({ id: apps.appId });
  if (updated.length === 0) return 'same';
  return write.disabled && !row.disabled ? 'disabled' : 'updated';
}
