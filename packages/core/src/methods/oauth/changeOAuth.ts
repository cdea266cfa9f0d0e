import { type OAuthProvider, oauthRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from '../changes/index.ts';

/**
 * Unlinks the account at a provider from the user. Fails like `unlinkEmail`.
 *
 * @param account `subject` is the provider's id of the user, from the linked account
 */
export async function unlinkOAuth(
  client: LatchkeyClient,
  account: { provider: OAuthProvider; subject: string },
): Promise<User> {
  const { provider, subject } = account;
  return changeAccounts(client, oauthRoutes.unlink, { provider, subject });
}
