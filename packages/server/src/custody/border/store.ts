import { fail } from '@latchkey/wire';
import { and, eq, gte, or } from 'drizzle-orm';
import { type Db, isDangling } from '../../db/index.ts';
import { sessionKeys } from '../table.ts';

/** Returns `bound` if the key is bound to the session, `others` if only other keys are, and `none` if no key is. */
export async function findBinding(
  db: Db,
  appId: string,
  sessionId: string,
  thumbprint: string,
): Promise<'bound' | 'others' | 'none'> {
  const rows = await db
    .select({ thumbprint: sessionKeys.thumbprint })
    .from(sessionKeys)
    .where(
      and(
        eq(sessionKeys.appId, appId),
        eq(sessionKeys.sessionId, sessionId),
        or(eq(sessionKeys.thumbprint, thumbprint), sessionKeys.isFirst),
      ),
    );
  if (rows.some((row) => row.thumbprint === thumbprint)) return 'bound';
  return rows.length > 0 ? 'others' : 'none';
}

/**
 * Binds a key to a session. Returns false if it is bound already, or if another key became the session's first.
 *
 * @throws ServiceError `missing_or_invalid_token` if the session has ended in the meantime
 */
export async function addKey(db: Db, row: typeof sessionKeys.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(sessionKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ thumbprint: sessionKeys.thumbprint })
    .catch((error: unknown) => {
      if (isDangling(error)) fail('missing_or_invalid_token');
      throw error;
    });
  return added.length > 0;
}

type SessionKey = Pick<typeof sessionKeys.$inferSelect, 'appId' | 'sessionId' | 'thumbprint'>;

const isKey = ({ appId, sessionId, thumbprint }: SessionKey) =>
  and(
    eq(sessionKeys.appId, appId),
    eq(sessionKeys.sessionId, sessionId),
    eq(sessionKeys.thumbprint, thumbprint),
  );

export async function isFirstKey(tx: Db, key: SessionKey): Promise<boolean> {
  const rows = await tx
    .select({ thumbprint: sessionKeys.thumbprint })
    .from(sessionKeys)
    .where(and(isKey(key), sessionKeys.isFirst));
  return rows.length > 0;
}

/** True if a proof given at or after a time (Unix ms) was spent on this key. */
export async function isKeyOpened(tx: Db, key: SessionKey, sinceMs: number): Promise<boolean> {
  const rows = await tx
    .select({ thumbprint: sessionKeys.thumbprint })
    .from(sessionKeys)
    .where(and(isKey(key), gte(sessionKeys.openedAtMs, sinceMs)));
  return rows.length > 0;
}

export async function setKeyOpened(tx: Db, key: SessionKey, openedAtMs: number): Promise<void> {
  await tx.update(sessionKeys).set({ openedAtMs }).where(isKey(key));
}
