import type { RecoveryPasskeyList } from '@latchkey/wire';
import type { Session } from '../../sessions/index.ts';
import type { CustodyDeps } from '../deps.ts';
import { listWallets } from '../store.ts';
import { listPasskeys } from './store.ts';

/** Lists the passkeys that recover a user's wallets, oldest first, each with the addresses of its entropy. */
export async function listRecoveryPasskeys(
  { world: { database } }: CustodyDeps,
  { appId, userId }: Session,
): Promise<RecoveryPasskeyList> {
  const passkeys = await listPasskeys(database.db, { appId, userId });
  const addresses = new Map<string, string[]>();
  for (const { entropyUid } of passkeys) {
    if (addresses.has(entropyUid)) continue;
    const wallets = await listWallets(database.db, { appId, userId, entropyUid });
    addresses.set(
      entropyUid,
      wallets.map(({ address }) => address),
    );
  }
  return {
    passkeys: passkeys.map(({ recoveryId, createdAtMs, entropyUid }) => ({
      id: recoveryId,
      created_at: Math.floor(createdAtMs / 1000),
      addresses: addresses.get(entropyUid) ?? [],
    })),
  };
}
