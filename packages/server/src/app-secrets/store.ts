import type { AppSecretName } from '@latchkey/wire';
import { and, eq } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import { appSecrets } from './table.ts';

const isNamed = (appId: string, name: AppSecretName) =>
  and(eq(appSecrets.appId, appId), eq(appSecrets.name, name));

export function createAppSecretStore({ db }: Database) {
  return {
    async find(appId: string, name: AppSecretName): Promise<Uint8Array | null> {
      const [row] = await db.select().from(appSecrets).where(isNamed(appId, name));
      return row?.secret ?? null;
    },
    async put(tx: Db, row: typeof appSecrets.$inferInsert): Promise<void> {
      const { secret, setAtMs } = row;
      await tx
        .insert(appSecrets)
        .values(row)
        .onConflictDoUpdate({ target: [appSecrets.appId, appSecrets.name], set: { secret, setAtMs } });
    },
    async remove(tx: Db, appId: string, name: AppSecretName): Promise<void> {
      await tx.delete(appSecrets).where(isNamed(appId, name));
    },
  };
}
