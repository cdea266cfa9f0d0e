import { fieldsOf, type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * GitHub. The address in a profile may be missing or another than the primary one, so the list of addresses is read.
 *
 * - page, token, PKCE: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * - errors with status 200:
 *   https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 * - profile: https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 * - addresses: https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user
 */
export const github: ProviderRecord = {
  name: 'GitHub',
  endpoints: {
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    identity: null,
  },
  scopes: ['read:user', 'user:email'],
  clientProof: 'form',
  usesPkce: true,
  usesNonce: false,
  async readAccount({ request }) {
    const [user, emails] = await Promise.all([
      request('https://api.github.com/user').then(fieldsOf),
      request('https://api.github.com/user/emails'),
    ]);
    const list = Array.isArray(emails) ? emails.map(fieldsOf) : [];
    const primary = list.find((one) => one.primary === true);
    return {
      subject: subjectOf(user.id),
      details: {
        username: textOf(user.login),
        name: textOf(user.name),
        email: verifiedEmailOf(primary?.email, primary?.verified),
      },
    };
  },
};
