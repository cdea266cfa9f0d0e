import { fieldsOf, type ProviderRecord, subjectOf, textOf } from '../record.ts';

/**
 * Spotify. Its documentation says that the email address is unverified, so it is not stored.
 *
 * - page, token, Basic: https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 * - PKCE: https://developer.spotify.com/documentation/web-api/tutorials/code-pkce-flow
 * - profile: https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
 */
export const spotify: ProviderRecord = {
  name: 'Spotify',
  endpoints: {
    authorize: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    identity: null,
  },
  scopes: ['user-read-private'],
  clientProof: 'basic',
  usesPkce: true,
  usesNonce: false,
  async readAccount({ request }) {
    const user = fieldsOf(await request('https://api.spotify.com/v1/me'));
    return { subject: subjectOf(user.id), details: { email: null, name: textOf(user.display_name) } };
  },
};
