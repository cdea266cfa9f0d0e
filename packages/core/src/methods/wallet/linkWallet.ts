import { isEmbeddedWallet, type LinkedAccount, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { type ConnectedWallet, isSameAddress } from '../../wallets/index.ts';
import { checkFree } from '../changes/index.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { linkBySignature } from './linkBySignature.ts';
import { signInBy, type WalletOperationInput } from './signIn.ts';
import { guardWallet } from './toWalletError.ts';

/**
 * Links a connected wallet to the signed-in user with a signature. Requests no signature if the wallet is linked
 * already. An Ethereum wallet counts as linked only on the chain with which it was linked.
 *
 * @returns the user with the wallet
 * @throws ServiceError `must_be_authenticated`, `user_rejected_request`, `client_request_timeout`,
 *   `cannot_link_more_of_type`, `linked_to_another_user`, `account_transfer_required`, `recent_login_required`,
 *   `not_supported` for an embedded wallet, `failed_to_link_account`, and the codes of the route
 */
export async function linkWallet(
  client: LatchkeyClient,
  { wallet, signal }: WalletOperationInput,
): Promise<User> {
  checkNotEmbedded(client, wallet);
  const { user } = client.getState();
  if (user?.linkedAccounts.some((account) => isSameWallet(account, wallet))) return user;
  checkFree(client, 'wallet', { chainType: wallet.chainType });
  return guardWallet(async () => linkBySignature(client, await signInBy(client, wallet, signal)));
}

/** Compares an account with a wallet. On another chain the same address may be a contract of another owner. */
function isSameWallet(account: LinkedAccount, { address, chainId, chainType }: ConnectedWallet): boolean {
  return (
    account.type === 'wallet' &&
    account.chainType === chainType &&
    isSameAddress(account.address, address) &&
    (chainType === 'solana' || account.chainId === chainId) &&
    !isEmbeddedWallet(account)
  );
}
