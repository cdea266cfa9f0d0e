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

/** One of the user's wallets, and its reference in messages to the frame. */
export interface FrameWallet {
  readonly wallet: WalletAccount;
  readonly frameRef: {
    readonly accessToken: string;
    readonly entropyId: string;
    readonly entropyIdVerifier: EntropyVerifier;
  };
}

/**
 * Unlocks a wallet in the frame. If this device does not hold the wallet and its recovery is automatic, recovers it
 * first. The user enters no recovery secret (EMBW-13).
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
    // Only the user can recover this wallet, so the error tells the caller its recovery method.
    if (recoveryMethod !== 'privy')
      throw new ServiceError(error.code, {
        cause: error,
        details: { ...error.details, address: found, recoveryMethod },
      });
    await callFrame(frame, 'recover', 'privy:wallets:recover', frameRef);
  }
  return connection;
}

/** Returns a wallet and its reference in messages to the frame, without unlocking it. */
export async function nameWallet(
  session: SessionContext,
  address: string | undefined,
  chainType?: ChainType,
): Promise<FrameWallet> {
  const { user, accessToken } = await getAccess(session);
  const wallet = getWallet(user, address, chainType);
  return { wallet, frameRef: { accessToken, ...toEntropyRef(user, wallet) } };
}

/** Names a wallet's entropy by the address of its wallet at index 0 (docs/wire/protocol.md §4.3). */
export function toEntropyRef(user: User, wallet: WalletAccount) {
  const { address, chainType } = findRoot(user, wallet);
  return { entropyId: address, entropyIdVerifier: `${chainType}-address-verifier` as const };
}

/** Lists all wallets that share a wallet's entropy, including that wallet. */
export function listSharing(user: User, wallet: WalletAccount): WalletAccount[] {
  const root = findRoot(user, wallet);
  return user.linkedAccounts.filter(isEmbeddedWallet).filter((one) => {
    return wallet.imported ? one.imported && findRoot(user, one) === root : !one.imported;
  });
}

/**
 * Returns the wallet at index 0 that names the entropy: for a created wallet the created one of the same chain, for
 * an imported wallet the one that was imported.
 */
function findRoot({ linkedAccounts }: User, wallet: WalletAccount): WalletAccount {
  if (!wallet.imported) return embeddedWalletOf(linkedAccounts, wallet.chainType) ?? wallet;
  const embedded = linkedAccounts.filter(isEmbeddedWallet);
  const named = (from: WalletAccount) => embedded.find(({ address }) => address === from.entropyId) ?? from;
  // A further wallet's `entropyId` names the first wallet of its chain. If that first wallet was itself added to an
  // imported phrase, its own `entropyId` names the imported wallet.
  return named(named(wallet));
}
