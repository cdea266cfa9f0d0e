import { eq } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import { googleDriveSecrets } from './table.ts';

/** The table of sealed client secrets. */
export function createSecretStore({ db }: Database) {
  return {
    async find(appId: string): Promise<Uint8Array | null> {
      const [row] = await db.select().from(googleDriveSecrets).where(eq(googleDriveSecrets.appId, appId));
      return row?.secret ?? null;
    },
    async put(tx: Db, appId: string, secret: Uint8Array, setAtMs: number): Promise<void> {
      await tx
        .insert(googleDriveSecrets)
        .values({ appId, secret, setAtMs })
        .onConflictDoUpdate({ target: googleDriveSecrets.appId, set: { secret, setAtMs } });
    },
    async remove(tx: Db, appId: string): Promise<void> {
      await tx.delete(googleDriveSecrets).where(eq(googleDriveSecrets.appId, appId));
    },
  };
}
