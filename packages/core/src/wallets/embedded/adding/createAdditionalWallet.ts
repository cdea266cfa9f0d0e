import { type ChainType, isEmbeddedWallet, type WalletAccount } from '@latchkey/wire';
import type { Internals } from '../../../internals.ts';
import { connectWallet } from '../connectWallet.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import { untilListed } from './untilListed.ts';

/** Adds the wallet at the next index of a chain, which the service checks to be the next. */
export async function createAdditionalWallet(
  internals: Internals,
  chainType: ChainType,
): Promise<WalletAccount> {
  const { user } = await getAccess(internals);
  const { frameRef } = await connectWallet(internals, undefined, chainType);
  const hdWalletIndex = user.linkedAccounts
    .filter(isEmbeddedWallet)
    .filter((wallet) => !wallet.imported && wallet.chainType === chainType).length;
  const given = { ...frameRef, chainType, hdWalletIndex };
  const { address } = await askFrame(internals, 'createAdditional', 'privy:wallets:add', given);
  return untilListed(internals, address);
}
