import { limits } from '@latchkey/wire';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../../db/index.ts';
import { signingKeys } from './table.ts';

/** A key as stored, with the private half as sealed PKCS #8. */
export type StoredKey = Omit<typeof signingKeys.$inferSelect, 'appId'>;

const isKey = (appId: string, generation: number) =>
  and(eq(signingKeys.appId, appId), eq(signingKeys.generation, generation));

export function createKeyStore(database: Database) {
  return {
    list(appId: string): Promise<StoredKey[]> {
      return database.db
        .select()
        .from(signingKeys)
        .where(eq(signingKeys.appId, appId))
        .orderBy(asc(signingKeys.generation));
    },

    /** Adds a key. Returns false if the app has a key of that generation already. */
    async add(db: Db, appId: string, key: StoredKey): Promise<boolean> {
      const added = await db
        .insert(signingKeys)
        .values({ appId, ...key })
        .onConflictDoNothing()
        .returning({ kid: signingKeys.kid });
      return added.length > 0;
    },

    /**
     * Locks the keys of an app for the rest of the transaction, oldest first, so two operators revoke keys one after
     * the other.
     */
    lock(tx: Db, appId: string): Promise<StoredKey[]> {
      return tx
        .select()
        .from(signingKeys)
        .where(eq(signingKeys.appId, appId))
        .orderBy(asc(signingKeys.generation))
        .for('update');
    },

    async remove(tx: Db, appId: string, generation: number): Promise<void> {
      await tx.delete(signingKeys).where(isKey(appId, generation));
    },

    async begin(tx: Db, appId: string, generation: number, nowMs: number): Promise<void> {
      await tx.update(signingKeys).set({ signsFromMs: nowMs }).where(isKey(appId, generation));
    },

    /** Deletes keys whose successor has signed for the whole overlap, which is longer than the life of a token. */
    async sweep(nowMs: number): Promise<void> {
      await database.acrossApps.execute(sql`
        delete from signing_keys k using signing_keys successor
        where successor.app_id = k.app_id and successor.generation > k.generation
          and successor.signs_from_ms <= ${nowMs - limits.signingKeyOverlapMs}`);
    },
  };
}
