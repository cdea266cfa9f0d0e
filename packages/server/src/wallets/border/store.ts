import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import { sessionKeys } from '../table.ts';

/** Thumbprints of the keys that a session has used. */
export async function listThumbprints(db: Db, appId: string, sessionId: string): Promise<string[]> {
  const rows = await db
    .select({ thumbprint: sessionKeys.thumbprint })
    .from(sessionKeys)
    .where(and(eq(sessionKeys.appId, appId), eq(sessionKeys.sessionId, sessionId)));
  return rows.map((row) => row.thumbprint);
}

/** Binds a key to a session; false when it is bound already or, for a first key, when another one was first. */
export async function addKey(db: Db, row: typeof sessionKeys.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(sessionKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ thumbprint: sessionKeys.thumbprint });
  return added.length > 0;
}
