import {
  fieldsOf,
  type ProviderRecord,
  subjectOf,
  textOf,
} from '../../packages/server/src/methods/oauth/record.ts';

/**
 * Record of LINE, the added provider, from its documentation.
 *
 * - page and PKCE: https://developers.line.biz/en/docs/line-login/integrate-line-login/
 * - token and profile: https://developers.line.biz/en/reference/line-login/
 */
export const line: ProviderRecord = {
  name: 'LINE',
  endpoints: {
    authorize: 'https://access.line.me/oauth2/v2.1/authorize',
    token: 'https://api.line.me/oauth2/v2.1/token',
    identity: null,
  },
  scopes: ['profile'],
  clientProof: 'form',
  usesPkce: true,
  usesNonce: false,
  async readAccount({ request }) {
    const user = fieldsOf(await request('https://api.line.me/v2/profile'));
    return { subject: subjectOf(user.userId), details: { name: textOf(user.displayName) } };
  },
};
