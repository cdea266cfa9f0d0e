import { type CreateWalletBody, type CreateWalletReply, fail, limits } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { findCreatedEntropy } from '../store.ts';
import { type ExistingEntropy, registerEntropy } from './registerEntropy.ts';
import { assertSharable } from './sharing.ts';
import { findRootTime } from './store.ts';

/**
 * Registers the user's created wallet of a chain, with a new entropy. Both chains share one entropy: if the user has
 * the other chain's wallet, the reply names its entropy with `created: false`.
 *
 * If two tabs create a wallet with automatic recovery, the second gets the wallet of the first within
 * `limits.createReplyMs`. A later create is refused (EMBW-04, SOL-01).
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
          // The other chain's wallet exists, so one of the two is a Solana wallet.
          for (const method of methods) assertSharable('solana', method);
          return;
        }
        const isParallel = deps.world.clock.now() - sinceMs <= limits.createReplyMs;
        // The recovery method of this create would have no effect.
        const isAutomatic = methods.every((method) => method === 'privy');
        if (!isParallel || !isAutomatic) fail('embedded_wallet_already_exists');
      },
    };
  }

  return registerEntropy(deps, caller, { kind: 'created', body, findHolder });
}
