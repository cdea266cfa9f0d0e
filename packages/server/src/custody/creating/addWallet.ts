import { type AddWalletBody, type AddWalletReply, fail, limits, walletChange } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import { admitEntropyChange } from '../admitEntropyChange.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { doOnce } from '../doOnce.ts';
import { type EntropyRecord, getEntropy, listWallets, type WalletRecord } from '../store.ts';
import { registerWallet } from './registerWallet.ts';
import { assertSharable } from './sharing.ts';
import { findRootTime } from './store.ts';
import { checkWalletClaim } from './walletClaim.ts';

/**
 * Registers a further wallet of an entropy: the next index of a chain, or index 0 of the other chain. A new request for
 * a registered index with the same address succeeds too, but for index 0 of a created entropy only within
 * `limits.createReplyMs` after that wallet was registered (EMBW-04, SOL-01).
 *
 * @throws ServiceError `embedded_wallet_not_found`, `embedded_wallet_already_exists`, `not_supported` (SOL-02,
 *   SOL-03; an imported key), `invalid_data` (not the next index, an index with another address, too many wallets, a
 *   wrong signature of the claim or of the change), `linked_to_another_user`, `idempotency_mismatch`
 */
export async function addWallet(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: AddWalletBody,
): Promise<AddWalletReply> {
  const { appId, userId } = caller.session;
  const { entropy_uid: entropyUid, wallet } = body;
  const { address, chain_type: chainType } = wallet;
  checkWalletClaim({ appId, userId, entropyUid, chainType, address }, wallet.signature);
  // The claim proves only that the caller holds the address's key. An attacker could claim an address of their own,
  // so the entropy's holder must also sign the change.
  await admitEntropyChange(deps.world.database.db, caller, body, walletChange(wallet));

  return doOnce(deps.world, caller, body.request_id, async (tx) => {
    const owner = { appId, userId, entropyUid };
    const entropy = await getEntropy(tx, owner);
    const there = await listWallets(tx, owner);
    if (!(await isRegistered(tx, deps, appId, there, entropy, wallet))) {
      const roots = there.filter((one) => one.wallet_index === 0);
      const root = roots.find((one) => one.chain_type === chainType) ?? roots[0];
      await registerWallet(tx, deps, caller, wallet, { ...entropy, rootAddress: root?.address });
    }
    return { wallets: await listWallets(tx, owner) };
  });
}

async function isRegistered(
  tx: Db,
  { world }: CustodyDeps,
  appId: string,
  wallets: readonly WalletRecord[],
  entropy: EntropyRecord,
  { address, chain_type: chainType, wallet_index: index }: AddWalletBody['wallet'],
): Promise<boolean> {
  const ofChain = wallets.filter((one) => one.chain_type === chainType);
  const there = ofChain.find((wallet) => wallet.wallet_index === index);
  if (there) {
    if (there.address !== address) fail('invalid_data', { message: 'This index has another address.' });
    const sinceMs =
      index === 0 && entropy.kind === 'created'
        ? await findRootTime(tx, { appId, ...entropy }, chainType)
        : null;
    const isLate = sinceMs !== null && world.clock.now() - sinceMs > limits.createReplyMs;
    return isLate ? fail('embedded_wallet_already_exists') : true;
  }
  if (entropy.kind === 'imported-key') {
    fail('not_supported', {
      message: 'An imported key has one wallet. Import its recovery phrase to have more.',
      details: { reason: 'imported_key' },
    });
  }
  assertSharable(chainType, entropy.recoveryMethod);
  if (index !== ofChain.length) {
    fail('invalid_data', { message: `The next wallet of this chain has index ${ofChain.length}.` });
  }
  if (index >= limits.walletsPerChain) {
    fail('invalid_data', { message: `There can be at most ${limits.walletsPerChain} wallets of a chain.` });
  }
  return false;
}
