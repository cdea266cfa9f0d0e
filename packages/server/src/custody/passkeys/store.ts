import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { recoveryPasskeys } from '../table.ts';

const isOf = ({ appId, userId }: UserKey) =>
  and(eq(recoveryPasskeys.appId, appId), eq(recoveryPasskeys.userId, userId));

/** Adds a passkey. Returns false if its id is taken, or if the entropy already has a passkey with this credential. */
export async function addPasskey(tx: Db, row: typeof recoveryPasskeys.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(recoveryPasskeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: recoveryPasskeys.recoveryId });
  return added.length > 0;
}

export async function listPasskeys(db: Db, owner: UserKey) {
  return db
    .select({
      recoveryId: recoveryPasskeys.recoveryId,
      entropyUid: recoveryPasskeys.entropyUid,
      createdAtMs: recoveryPasskeys.createdAtMs,
    })
    .from(recoveryPasskeys)
    .where(isOf(owner))
    .orderBy(asc(recoveryPasskeys.createdAtMs), asc(recoveryPasskeys.recoveryId));
}

/** Finds a passkey. Returns null unless user and entropy match. */
export async function findPasskey(
  db: Db,
  owner: UserKey & { entropyUid: string },
  credentialId: string,
): Promise<{ recoveryId: string; authPart: Uint8Array } | null> {
  const rows = await db
    .select({ recoveryId: recoveryPasskeys.recoveryId, authPart: recoveryPasskeys.authPart })
    .from(recoveryPasskeys)
    .where(
      and(
        isOf(owner),
        eq(recoveryPasskeys.entropyUid, owner.entropyUid),
        eq(recoveryPasskeys.credentialId, credentialId),
      ),
    );
  return rows[0] ?? null;
}

/** Removes a passkey of a user. Returns false if they do not have it (any more). */
export async function deletePasskey(tx: Db, owner: UserKey, recoveryId: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryPasskeys)
    .where(and(isOf(owner), eq(recoveryPasskeys.recoveryId, recoveryId)))
    .returning({ id: recoveryPasskeys.recoveryId });
  return rows.length > 0;
}
