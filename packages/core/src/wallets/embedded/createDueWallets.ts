import { fail, type WalletAccount } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { createWallet } from './createWallet.ts';
import { listDueWallets, listWallets } from './wallets.ts';

/**
 * Creates the wallets that the app makes at login and the user does not have, one after the other. One that fails leaves
 * those before it; asked again, the rest is made.
 *
 * @returns the first of them, or the wallet that is there when none is due any more
 * @throws ServiceError as {@link createWallet}
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
