import {
  type ChainType,
  type EntropyVerifier,
  embeddedWalletOf,
  isCode,
  ServiceError,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
import type { Internals } from '../../internals.ts';
import { askFrame } from './frame/index.ts';
import { getAccess } from './getAccess.ts';
import { getWallet } from './wallets.ts';

/** A wallet that is unlocked in the frame, and how the frame is told which one. */
export interface Connection {
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
export async function connectWallet(
  internals: Internals,
  address: string | undefined,
  chainType?: ChainType,
): Promise<Connection> {
  const { user, accessToken } = await getAccess(internals);
  const wallet = getWallet(user, address, chainType);
  const frameRef = { accessToken, ...toEntropyRef(user, wallet) };
  try {
    await askFrame(internals, 'connect', 'privy:wallets:connect', frameRef);
  } catch (error) {
    if (!isCode(error, 'wallet_not_on_device')) throw error;
    const { address: found, recoveryMethod } = wallet;
    // Only the person can get it back: whoever asks them needs to know how.
    if (recoveryMethod !== 'privy')
      throw new ServiceError(error.code, {
        cause: error,
        details: { ...error.details, address: found, recoveryMethod },
      });
    await askFrame(internals, 'recover', 'privy:wallets:recover', frameRef);
  }
  return { wallet, frameRef };
}

/** Names a wallet's entropy by its wallet at index 0 (docs/wire/protocol.md §4.3); an imported one's by its own address. */
export function toEntropyRef({ linkedAccounts }: User, wallet: WalletAccount) {
  const { chainType } = wallet;
  const root = wallet.imported ? wallet : (embeddedWalletOf(linkedAccounts, chainType) ?? wallet);
  return { entropyId: root.address, entropyIdVerifier: `${chainType}-address-verifier` as const };
}
