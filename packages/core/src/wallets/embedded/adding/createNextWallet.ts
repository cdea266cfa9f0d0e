import type { ChainType, WalletAccount } from '@latchkey/wire';
import { type Internals, internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import { listSharing, unlockWallet } from '../unlockWallet.ts';
import { getWallet } from '../wallets.ts';
import { untilListed } from './untilListed.ts';

/** Where a further wallet is added. */
export interface AdditionalWalletInput {
  /** A wallet of the user's: the new one gets the same recovery phrase. By default it is the created one's. */
  readonly address?: string;
  /** By default that of `address`, else `'ethereum'`. Of an imported phrase it may be one that has no wallet yet. */
  readonly chainType?: ChainType;
}

/** Adds a wallet under the recovery phrase of another one, once for all who ask while it runs. */
export async function createNextWallet(
  client: LatchkeyClient,
  input: AdditionalWalletInput = {},
): Promise<WalletAccount> {
  const internals = internalsOf(client);
  const { address, chainType } = input;
  return internals.flights.run(`create additional ${chainType} wallet of ${address}`, () =>
    create(internals, input),
  );
}

/** Adds the wallet at the next index of a chain, which the service checks to be the next. */
async function create(
  internals: Internals,
  { address: named, chainType: wanted }: AdditionalWalletInput,
): Promise<WalletAccount> {
  const { user } = await getAccess(internals);
  const beside = getWallet(user, named, named === undefined ? wanted : undefined);
  const chainType = wanted ?? beside.chainType;
  // A phrase serves a chain from its first further wallet on; of the created wallets the first is `createWallet`'s.
  const { wallet, frameRef } = beside.imported
    ? await unlockWallet(internals, beside.address)
    : await unlockWallet(internals, undefined, chainType);
  const hdWalletIndex = listSharing(user, wallet).filter((one) => one.chainType === chainType).length;
  const given = { ...frameRef, chainType, hdWalletIndex };
  const { address } = await askFrame(internals, 'createAdditional', 'privy:wallets:add', given);
  return untilListed(internals, address);
}
