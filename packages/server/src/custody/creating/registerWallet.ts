import type { ChainType, EntropyKind, RecoveryMethod } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { insertWallet } from './store.ts';
import { toWalletAccount } from './walletAccount.ts';

export interface NewWallet {
  address: string;
  chain_type: ChainType;
  wallet_index: number;
}

interface Registered {
  entropyUid: string;
  kind: EntropyKind;
  recoveryMethod: RecoveryMethod;
  /** Address of the entropy's existing wallet at index 0, on the same chain if there is one. */
  rootAddress?: string | undefined;
}

/**
 * Writes a wallet, its linked account and its event, in the caller's transaction.
 *
 * @throws ServiceError `linked_to_another_user` if a user has this address already
 */
export async function registerWallet(
  tx: Db,
  deps: CustodyDeps,
  caller: CustodyCaller,
  wallet: NewWallet,
  entropy: Registered,
): Promise<void> {
  const { session } = caller;
  const { appId, userId } = session;
  const { address, chain_type: chainType, wallet_index: walletIndex } = wallet;
  const { entropyUid, kind } = entropy;
  const createdAtMs = deps.world.clock.now();
  await insertWallet(tx, { appId, userId, entropyUid, chainType, walletIndex, address, createdAtMs });
  await deps.users.addAccount(tx, session, toWalletAccount(wallet, entropy), createdAtMs);
  await deps.events.record(tx, session, {
    kind: 'wallet.created',
    subject: entropyUid,
    details: { chain_type: chainType, wallet_index: walletIndex, entropy_kind: kind },
  });
}
