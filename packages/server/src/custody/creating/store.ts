import type { ChainType, EntropyKind } from '@latchkey/wire';
import { and, count, eq, ne } from 'drizzle-orm';
import { countAlone, type Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import { embeddedWallets, entropies } from '../table.ts';

/** Adds an entropy. Returns false if its id is taken, or if it is the user's second created one. */
export async function addEntropy(tx: Db, row: typeof entropies.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(entropies)
    .values(row)
    .onConflictDoNothing()
    .returning({ uid: entropies.entropyUid });
  return added.length > 0;
}

export async function insertWallet(tx: Db, row: typeof embeddedWallets.$inferInsert): Promise<void> {
  await tx.insert(embeddedWallets).values(row);
}

/** Counts the entropies that a user has imported, one transaction at a time ({@link countAlone}). */
export async function countImported(tx: Db, { appId, userId }: UserKey): Promise<number> {
  return countAlone(tx, ['imported', appId, userId], () =>
    tx
      .select({ count: count() })
      .from(entropies)
      .where(and(eq(entropies.appId, appId), eq(entropies.userId, userId), ne(entropies.kind, 'created'))),
  );
}

/** Returns when an entropy's wallet at index 0 of a chain was registered (Unix ms), or null if it has none. */
export async function findRootTime(
  db: Db,
  entropy: { appId: string; entropyUid: string },
  chainType: ChainType,
): Promise<number | null> {
  const rows = await db
    .select({ createdAtMs: embeddedWallets.createdAtMs })
    .from(embeddedWallets)
    .where(
      and(
        eq(embeddedWallets.appId, entropy.appId),
        eq(embeddedWallets.entropyUid, entropy.entropyUid),
        eq(embeddedWallets.chainType, chainType),
        eq(embeddedWallets.walletIndex, 0),
      ),
    );
  return rows[0]?.createdAtMs ?? null;
}

/**
 * Finds the entropy of one of a user's addresses, and the time (Unix ms) at which that wallet was registered, or
 * null.
 */
export async function findEntropyOf(
  db: Db,
  owner: UserKey,
  address: string,
): Promise<{ entropyUid: string; kind: EntropyKind; createdAtMs: number } | null> {
  const rows = await db
    .select({
      entropyUid: entropies.entropyUid,
      kind: entropies.kind,
      createdAtMs: embeddedWallets.createdAtMs,
    })
    .from(embeddedWallets)
    .innerJoin(
      entropies,
      and(eq(entropies.appId, owner.appId), eq(entropies.entropyUid, embeddedWallets.entropyUid)),
    )
    .where(
      and(
        eq(embeddedWallets.appId, owner.appId),
        eq(embeddedWallets.userId, owner.userId),
        eq(embeddedWallets.address, address),
      ),
    );
  return rows[0] ?? null;
}
