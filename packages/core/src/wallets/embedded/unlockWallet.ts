import {
  type ChainType,
  type EntropyVerifier,
  embeddedWalletOf,
  isCode,
  isEmbeddedWallet,
  ServiceError,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
import type { FrameContext, SessionContext } from '../../contexts.ts';
import { callFrame } from '../../frame/index.ts';
import { getAccess } from './getAccess.ts';
import { getWallet } from './wallets.ts';

/** A wallet of the user's, and how the frame is told which one. */
export interface FrameWallet {
  readonly wallet: WalletAccount;
  readonly frameRef: {
    readonly accessToken: string;
    readonly entropyId: string;
    readonly entropyIdVerifier: EntropyVerifier;
  };
}

/**
 * Unlocks a wallet in the frame. On a device that does not hold it yet, a wallet of automatic recovery is recovered on the
 * way, without a screen (EMBW-13).
 */
export async function unlockWallet(
  frame: FrameContext,
  address: string | undefined,
  chainType?: ChainType,
): Promise<FrameWallet> {
  const connection = await nameWallet(frame.session, address, chainType);
  const { wallet, frameRef } = connection;
  try {
    await callFrame(frame, 'connect', 'privy:wallets:connect', frameRef);
  } catch (error) {
    if (!isCode(error, 'wallet_not_on_device')) throw error;
    const { address: found, recoveryMethod } = wallet;
    // Only the person can get it back: a caller that asks them needs to know how.
    if (recoveryMethod !== 'privy')
      throw new ServiceError(error.code, {
        cause: error,
        details: { ...error.details, address: found, recoveryMethod },
      });
    await callFrame(frame, 'recover', 'privy:wallets:recover', frameRef);
  }
  return connection;
}

/** Finds a wallet and its name for the frame, which connects it by itself where an act needs it. */
export async function nameWallet(
  session: SessionContext,
  address: string | undefined,
  chainType?: ChainType,
): Promise<FrameWallet> {
  const { user, accessToken } = await getAccess(session);
  const wallet = getWallet(user, address, chainType);
  return { wallet, frameRef: { accessToken, ...toEntropyRef(user, wallet) } };
}

/** Names a wallet's entropy by its wallet at index 0 (docs/wire/protocol.md §4.3). */
export function toEntropyRef(user: User, wallet: WalletAccount) {
  const { address, chainType } = findRoot(user, wallet);
  return { entropyId: address, entropyIdVerifier: `${chainType}-address-verifier` as const };
}

/** The wallets that share a wallet's entropy, itself among them. */
export function listSharing(user: User, wallet: WalletAccount): WalletAccount[] {
  const root = findRoot(user, wallet);
  return user.linkedAccounts.filter(isEmbeddedWallet).filter((one) => {
    return wallet.imported ? one.imported && findRoot(user, one) === root : !one.imported;
  });
}

/** The created wallet of a wallet's chain; of imported wallets the one that was imported. */
function findRoot({ linkedAccounts }: User, wallet: WalletAccount): WalletAccount {
  if (!wallet.imported) return embeddedWalletOf(linkedAccounts, wallet.chainType) ?? wallet;
  const embedded = linkedAccounts.filter(isEmbeddedWallet);
  const named = (from: WalletAccount) => embedded.find(({ address }) => address === from.entropyId) ?? from;
  // The first wallet of the chain that was not imported names the one that was.
  return named(named(wallet));
}
