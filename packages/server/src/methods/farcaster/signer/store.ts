import type { FarcasterSignerStatus } from '@latchkey/wire';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../../db/index.ts';
import { farcasterSigners, type SignerRow } from './table.ts';

export type SignerKey = Pick<SignerRow, 'appId' | 'userId' | 'fid'>;

const isOf = ({ appId, userId, fid }: SignerKey) =>
  and(eq(farcasterSigners.appId, appId), eq(farcasterSigners.userId, userId), eq(farcasterSigners.fid, fid));

export async function putSigner(tx: Db, row: SignerRow): Promise<void> {
  const { appId: _, userId: __, fid: ___, ...set } = row;
  await tx
    .insert(farcasterSigners)
    .values(row)
    .onConflictDoUpdate({
      target: [farcasterSigners.appId, farcasterSigners.userId, farcasterSigners.fid],
      set,
    });
}

export async function findSigner(db: Db, key: SignerKey): Promise<SignerRow | null> {
  const [row] = await db.select().from(farcasterSigners).where(isOf(key));
  return row ?? null;
}

/** Sets the status of a signer. Returns true only to the call that changed it. */
export async function setSignerStatus(
  tx: Db,
  signer: SignerKey & Pick<SignerRow, 'publicKey'>,
  status: FarcasterSignerStatus,
): Promise<boolean> {
  const changed = await tx
    .update(farcasterSigners)
    .set({ status })
    .where(
      and(
        isOf(signer),
        eq(farcasterSigners.publicKey, signer.publicKey),
        ne(farcasterSigners.status, status),
      ),
    )
    .returning({ fid: farcasterSigners.fid });
  return changed.length > 0;
}

export async function deleteSigner(tx: Db, key: SignerKey): Promise<void> {
  await tx.delete(farcasterSigners).where(isOf(key));
}
