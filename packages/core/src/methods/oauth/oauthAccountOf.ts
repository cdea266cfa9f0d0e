import { fail, type LinkedAccount, type OAuthProvider, type User } from '@latchkey/wire';

/** The user's account at a provider. @throws ServiceError `failed_to_link_account` for an answer without it */
export function oauthAccountOf(user: User, provider: OAuthProvider): LinkedAccount {
  const account = user.linkedAccounts.findLast(({ type }) => type === `${provider}_oauth`);
  return account ?? fail('failed_to_link_account');
}
