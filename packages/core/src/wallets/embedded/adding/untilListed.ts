import { fail, isEmbeddedWallet, type WalletAccount } from '@latchkey/wire';
import type { SessionContext } from '../../../contexts.ts';
import { isSameAddress } from '../wallets.ts';

/**
 * Fetches the user again, at most twice, until the service lists a wallet that the frame created or imported.
 *
 * @throws ServiceError `unknown_embedded_wallet_error` if it does not list the wallet
 */
export async function untilListed(session: SessionContext, address: string): Promise<WalletAccount> {
  // The first answer may belong to a refresh that began before the wallet existed.
  for (let tries = 0; tries < 2; tries += 1) {
    const user = await session.refreshUser();
    const wallet = user?.linkedAccounts
      .filter(isEmbeddedWallet)
      .find((account) => isSameAddress(account.address, address));
    if (wallet) return wallet;
  }
  return fail('unknown_embedded_wallet_error', { message: 'Updated user is missing embedded wallet.' });
}
