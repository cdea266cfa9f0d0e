import type { WalletAccount } from '@latchkey/wire';
import type { Internals } from '../../../internals.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import { connectWallet, listSharing } from '../unlockWallet.ts';
import { getWallet } from '../wallets.ts';
import type { AdditionalWalletInput } from './index.ts';
import { untilListed } from './untilListed.ts';

/** Adds the wallet at the next index of a chain, which the service checks to be the next. */
export async function createAdditionalWallet(
  internals: Internals,
  { address: named, chainType: wanted }: AdditionalWalletInput,
): Promise<WalletAccount> {
  const { user } = await getAccess(internals);
  const beside = getWallet(user, named, named === undefined ? wanted : undefined);
  const chainType = wanted ?? beside.chainType;
  // A phrase serves a chain from its first further wallet on; of the created wallets the first is `createWallet`'s.
  const { wallet, frameRef } = beside.imported
    ? await connectWallet(internals, beside.address)
    : await connectWallet(internals, undefined, chainType);
  const hdWalletIndex = listSharing(user, wallet).filter((one) => one.chainType === chainType).length;
  const given = { ...frameRef, chainType, hdWalletIndex };
  const { address } = await askFrame(internals, 'createAdditional', 'privy:wallets:add', given);
  return untilListed(internals, address);
}
