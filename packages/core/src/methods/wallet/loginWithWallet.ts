import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { logInBySignature } from './logInBySignature.ts';
import { signInBy, type WalletOperationInput } from './signIn.ts';
import { guardWallet } from './toWalletError.ts';

/**
 * Logs in with a connected wallet, which asks the user for one signature.
 *
 * @throws ServiceError `user_rejected_request`, `client_request_timeout`, `generic_connect_wallet_error` if the
 *   wallet changed its account meanwhile, and as {@link loginWithSiwe}
 * @example
 * const wallet = await connectExternalWallet(client, { walletClientType: 'metamask' });
 * const { user } = await loginWithWallet(client, { wallet });
 */
export async function loginWithWallet(
  client: LatchkeyClient,
  { wallet, signal, disableSignup = false }: WalletOperationInput & { readonly disableSignup?: boolean },
): Promise<LoginResult> {
  checkNotEmbedded(client, wallet);
  checkNobody(client);
  return guardWallet(async () =>
    logInBySignature(client, await signInBy(client, wallet, signal), disableSignup),
  );
}

/**
 * Refuses a login while a user who is not a guest is signed in, before the wallet prompts for a useless signature.
 * @throws ServiceError `no_auth_flow`
 */
function checkNobody(client: LatchkeyClient): void {
  const { authenticated, user } = client.getState();
  if (authenticated && !user?.isGuest) fail('no_auth_flow');
}
