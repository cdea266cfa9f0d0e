import type { User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { linkWallet } from './linkWallet.ts';
import { loginWithWallet } from './loginWithWallet.ts';
import type { WalletOperationInput } from './signIn.ts';

/** Logs in with a wallet, or links it if a user who is not a guest is signed in. */
export async function loginOrLink(client: LatchkeyClient, input: WalletOperationInput): Promise<User> {
  const { authenticated, user } = client.getState();
  if (authenticated && !user?.isGuest) return linkWallet(client, input);
  return (await loginWithWallet(client, input)).user;
}
