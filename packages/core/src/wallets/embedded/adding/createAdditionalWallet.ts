import type { ChainType, WalletAccount } from '@latchkey/wire';
import { contextsOf, type FrameContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { getAccess } from '../getAccess.ts';
import { listSharing, unlockWallet } from '../unlockWallet.ts';
import { getWallet } from '../wallets.ts';
import { untilListed } from './untilListed.ts';

export interface AdditionalWalletInput {
  /** One of the user's wallets, whose recovery phrase the new wallet shares. @default the created wallet */
  readonly address?: string;
  /**
   * Defaults to the chain of `address`, or else to `'ethereum'`. An imported phrase may have no wallet on this chain
   * yet.
   */
  readonly chainType?: ChainType;
}

/**
 * Adds the wallet at the next index to the user's created wallet or to an imported recovery phrase. The new wallet
 * has the same recovery. Concurrent calls with the same input share one result.
 *
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_not_found` if there is no
 *   such wallet, `not_supported` for an imported private key, which has only one wallet, and for Solana if the user
 *   owns the phrase's recovery, `invalid_data` beyond 100 wallets of a chain, `wallet_not_on_device`,
 *   `wallet_proxy_timeout`, and other errors of the wallet frame
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

/** Adds the wallet at the next index of a chain. The service verifies the index. */
async function create(
  frame: FrameContext,
  { address: named, chainType: wanted }: AdditionalWalletInput,
): Promise<WalletAccount> {
  const { user } = await getAccess(frame.session);
  const beside = getWallet(user, named, named === undefined ? wanted : undefined);
  const chainType = wanted ?? beside.chainType;
  // An imported phrase gets its first wallet on another chain here. A created wallet gets it in `createWallet`.
  const { wallet, frameRef } = beside.imported
    ? await unlockWallet(frame, beside.address)
    : await unlockWallet(frame, undefined, chainType);
  const hdWalletIndex = listSharing(user, wallet).filter((one) => one.chainType === chainType).length;
  const given = { ...frameRef, chainType, hdWalletIndex };
  const { address } = await callFrame(frame, 'createAdditional', 'privy:wallets:add', given);
  return untilListed(frame.session, address);
}
