import { fail, type LinkedAccount, type OAuthProvider, type User } from '@latchkey/wire';

/** Returns the user's account at a provider. @throws ServiceError `failed_to_link_account` if the reply lacks it */
export function oauthAccountOf(user: User, provider: OAuthProvider): LinkedAccount {
  const account = user.linkedAccounts.findLast(({ type }) => type === `${provider}_oauth`);
  return account ?? fail('failed_to_link_account');
}
