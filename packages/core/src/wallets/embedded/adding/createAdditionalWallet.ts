import type { ChainType, WalletAccount } from '@latchkey/wire';
import { contextsOf, type FrameContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
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

/**
 * Adds the wallet at the next index to the user's created one, or to an imported recovery phrase: another address under the
 * same recovery. Calls made while one runs get its result.
 *
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_not_found` where there is no
 * such wallet, `not_supported` for an imported private key, which has no other wallet, and for Solana where the phrase's
 * recovery is the user's own, `invalid_data` beyond 100 of a chain, `wallet_not_on_device`, `wallet_proxy_timeout`
 * @example
 * const { address, walletIndex } = await createAdditionalWallet(client);
 * @example
 * const phrase = await importWallet(client, { recoveryPhrase });
 * const second = await createAdditionalWallet(client, { address: phrase.address });
 */
export async function createAdditionalWallet(
  client: LatchkeyClient,
  input: AdditionalWalletInput = {},
): Promise<WalletAccount> {
  const { frame, page } = contextsOf(client);
  const { address, chainType } = input;
  return page.flights.run(`create additional ${chainType} wallet of ${address}`, () => create(frame, input));
}

/** Adds the wallet at the next index of a chain, which the service checks to be the next. */
async function create(
  frame: FrameContext,
  { address: named, chainType: wanted }: AdditionalWalletInput,
): Promise<WalletAccount> {
  const { user } = await getAccess(frame.session);
  const beside = getWallet(user, named, named === undefined ? wanted : undefined);
  const chainType = wanted ?? beside.chainType;
  // A phrase serves a chain from its first further wallet on; of the created wallets the first is `createWallet`'s.
  const { wallet, frameRef } = beside.imported
    ? await unlockWallet(frame, beside.address)
    : await unlockWallet(frame, undefined, chainType);
  const hdWalletIndex = listSharing(user, wallet).filter((one) => one.chainType === chainType).length;
  const given = { ...frameRef, chainType, hdWalletIndex };
  const { address } = await callFrame(frame, 'createAdditional', 'privy:wallets:add', given);
  return untilListed(frame.session, address);
}
