import { embeddedWalletOf, fail, isCode, type User, type WalletAccount } from '@latchkey/wire';
import type { Internals } from '../../internals.ts';
import { askFrame } from './frame/index.ts';
import { getAccess } from './getAccess.ts';
import { isSameAddress } from './wallets.ts';

/**
 * Creates the user's wallet in the frame and waits until the service lists it. The frame answers only when the wallet is
 * durable (docs/custody.md), so a failure after that loses nothing: asking again finds it.
 */
export async function createWallet(internals: Internals): Promise<WalletAccount> {
  const { user, accessToken } = await getAccess(internals);
  if (embeddedWalletOf(user.linkedAccounts, 'ethereum')) fail('embedded_wallet_already_exists');
  const address = await create(internals, accessToken);
  const isCreated = (account: WalletAccount | null): account is WalletAccount =>
    account !== null && (address === null || isSameAddress(account.address, address));
  // The first answer may belong to a refresh that began before the wallet was there.
  for (let tries = 0; tries < 2; tries += 1) {
    const wallet = primaryOf(await internals.session.refreshUser());
    if (isCreated(wallet)) return wallet;
  }
  return fail('unknown_embedded_wallet_error', { message: 'Updated user is missing embedded wallet.' });
}

/** Gives the address; null where the wallet was there already, made by another tab or an attempt that seemed to fail. */
async function create(internals: Internals, accessToken: string): Promise<string | null> {
  try {
    return (
      await askFrame(internals, 'create', 'privy:wallets:create', { accessToken, chainType: 'ethereum' })
    ).address;
  } catch (error) {
    if (isCode(error, 'embedded_wallet_already_exists')) return null;
    throw error;
  }
}

const primaryOf = (user: User | null) => user && embeddedWalletOf(user.linkedAccounts, 'ethereum');
