import { type OAuthProvider, oauthRoutes, type TransferOffer, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { type AccountChange, changeAccounts, guardLink } from '../changes/index.ts';
import { oauthAccountOf } from './oauthAccountOf.ts';

/**
 * Takes an account over from another user, as a link offered that was refused with `account_transfer_required`. The other
 * user is no more after that.
 *
 * @throws ServiceError `invalid_credentials` for an offer that is used or too old, and the codes of the route
 */
export async function transferOAuth(
  client: LatchkeyClient,
  provider: OAuthProvider,
  { nonce, userInfo }: TransferOffer,
): Promise<AccountChange> {
  return guardLink(
    () => undefined,
    async () => {
      const user = await changeAccounts(client, oauthRoutes.transfer, { nonce, userInfo });
      return { user, account: oauthAccountOf(user, provider) };
    },
  );
}

/**
 * Takes the account at a provider from the user. Fails as `unlinkEmail` does.
 *
 * @param account `subject` is the provider's id of the person, which the linked account has
 */
export async function unlinkOAuth(
  client: LatchkeyClient,
  account: { provider: OAuthProvider; subject: string },
): Promise<User> {
  const { provider, subject } = account;
  return changeAccounts(client, oauthRoutes.unlink, { provider, subject });
}
