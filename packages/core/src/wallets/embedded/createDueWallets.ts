import { fail, type WalletAccount } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { createWallet } from './createWallet.ts';
import { listDueWallets, listWallets } from './wallets.ts';

/**
 * Creates, one after the other, the wallets that the app creates at login and the user does not have yet. If one
 * fails, the earlier ones stay. A further call creates the missing ones.
 *
 * @returns the first created wallet, or an existing one if none was due
 * @throws ServiceError as {@link createWallet}, and `embedded_wallet_not_found` if none was due and none exists
 */
export async function createDueWallets(client: LatchkeyClient): Promise<WalletAccount> {
  if (!client.getState().authenticated) fail('must_be_authenticated');
  let first: WalletAccount | undefined;
  for (const chainType of listDueWallets(client.getState())) {
    const wallet = await createWallet(client, { chainType });
    first ??= wallet;
  }
  return first ?? listWallets(client)[0] ?? fail('embedded_wallet_not_found');
}
