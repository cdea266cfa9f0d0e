import { type CreateWalletBody, type CreateWalletReply, fail, limits } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { findCreatedEntropy } from '../store.ts';
import { type ExistingEntropy, registerEntropy } from './registerEntropy.ts';
import { assertSharable } from './sharing.ts';
import { findRootTime } from './store.ts';

/**
 * Registers the user's created wallet of a chain, with a fresh entropy behind it. Both chains share one entropy: a user who
 * has the other chain's wallet is answered with that entropy and `created: false`, and the frame adds this chain's wallet to
 * it.
 *
 * Two tabs that create at the same time both mean the one wallet: the second is given the first's. A second create within
 * the client's own deadline counts as the same time, because no later one can have begun before the wallet was there. Any
 * other is refused (EMBW-04, SOL-01).
 *
 * @throws ServiceError as {@link registerEntropy}, `embedded_wallet_already_exists`, `not_supported` (SOL-03)
 */
export async function createWallet(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: CreateWalletBody,
): Promise<CreateWalletReply> {
  const { appId } = caller.session;
  const [wallet] = body.wallets;
  if (!wallet) return fail('invalid_data');
  const chainType = wallet.chain_type;
  assertSharable(chainType, body.recovery.method);

  async function findHolder(db: Db): Promise<ExistingEntropy | null> {
    const entropy = await findCreatedEntropy(db, caller.session);
    if (!entropy) return null;
    const { entropyUid, recoveryMethod } = entropy;
    const sinceMs = await findRootTime(db, { appId, entropyUid }, chainType);
    return {
      entropyUid,
      assertParallel() {
        const methods = [recoveryMethod, body.recovery.method];
        if (sinceMs === null) {
          // The other chain's wallet is there: one of the two is Solana's.
          for (const method of methods) assertSharable('solana', method);
          return;
        }
        const isParallel = deps.world.clock.now() - sinceMs <= limits.createReplyMs;
        // A password that someone chose for this create would be void unnoticed, and one of the winner's is asked for nowhere.
        const isAutomatic = methods.every((method) => method === 'privy');
        if (!isParallel || !isAutomatic) fail('embedded_wallet_already_exists');
      },
    };
  }

  return registerEntropy(deps, caller, { kind: 'created', body, findHolder });
}
