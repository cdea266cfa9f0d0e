import { eq } from 'drizzle-orm';
import type { Database, Db } from '../db/index.ts';
import { captchaSecrets } from './table.ts';

export function createSecretStore({ db }: Database) {
  return {
    async find(appId: string): Promise<Uint8Array | null> {
      const [row] = await db.select().from(captchaSecrets).where(eq(captchaSecrets.appId, appId));
      return row?.secret ?? null;
    },
    async put(tx: Db, appId: string, secret: Uint8Array, setAtMs: number): Promise<void> {
      await tx
        .insert(captchaSecrets)
        .values({ appId, secret, setAtMs })
        .onConflictDoUpdate({ target: captchaSecrets.appId, set: { secret, setAtMs } });
    },
    async remove(tx: Db, appId: string): Promise<void> {
      await tx.delete(captchaSecrets).where(eq(captchaSecrets.appId, appId));
    },
  };
}
