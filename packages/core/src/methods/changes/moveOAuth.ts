import { oauthRoutes, type TransferOffer, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';

/** Moves an account at a provider from another user to this one. */
export async function moveOAuth(client: LatchkeyClient, { nonce, userInfo }: TransferOffer): Promise<User> {
  return changeAccounts(client, oauthRoutes.transfer, { nonce, userInfo });
}
