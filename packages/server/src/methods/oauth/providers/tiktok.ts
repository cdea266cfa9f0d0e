import { fieldsOf, type ProviderRecord, subjectOf, textOf } from '../record.ts';

const profile = 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,display_name,username';

/**
 * TikTok. It calls the client id a key and separates scopes with commas. It supports PKCE only for desktop programs.
 * The user's id is specific to this client.
 *
 * - page: https://developers.tiktok.com/doc/login-kit-web
 * - token, errors: https://developers.tiktok.com/doc/oauth-user-access-token-management
 * - profile, fields by scope: https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info
 */
export const tiktok: ProviderRecord = {
  name: 'TikTok',
  endpoints: {
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    identity: null,
  },
  scopes: ['user.info.basic', 'user.info.profile'],
  scopeSeparator: ',',
  clientIdName: 'client_key',
  clientProof: 'form',
  usesPkce: false,
  usesNonce: false,
  async readAccount({ request }) {
    const user = fieldsOf(fieldsOf(fieldsOf(await request(profile)).data).user);
    return {
      subject: subjectOf(user.open_id),
      details: { username: textOf(user.username), name: textOf(user.display_name) },
    };
  },
};
