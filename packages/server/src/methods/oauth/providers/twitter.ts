import { fieldsOf, type ProviderRecord, subjectOf, textOf } from '../record.ts';

/**
 * X, which existing clients call twitter. A confidential client must use PKCE too. X requires both scopes to read a
 * profile.
 *
 * - page, token, Basic, scopes: https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 * - profile: https://docs.x.com/x-api/users/get-my-user
 */
export const twitter: ProviderRecord = {
  name: 'X',
  endpoints: {
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    identity: null,
  },
  scopes: ['users.read', 'tweet.read'],
  clientProof: 'basic',
  usesPkce: true,
  usesNonce: false,
  async readAccount({ request }) {
    const user = fieldsOf(
      fieldsOf(await request('https://api.x.com/2/users/me?user.fields=profile_image_url')).data,
    );
    return {
      subject: subjectOf(user.id),
      details: {
        username: textOf(user.username),
        name: textOf(user.name),
        profile_picture_url: textOf(user.profile_image_url),
      },
    };
  },
};
