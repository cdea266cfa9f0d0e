import { fieldsOf, type ProviderRecord, subjectOf, textOf } from '../record.ts';

/** Unwraps the token reply and the profile. Both are documented inside a list, but also occur without one. */
const unwrap = (json: unknown) => {
  const { data } = fieldsOf(json);
  return Array.isArray(data) ? data[0] : json;
};

/** Error codes of the rate limits of the app and of the user, and error subcode of a user who is locked out. */
const limits = [4, 17];
const disabledAccount = 459;

/**
 * Instagram, for professional accounts: the login for all others was closed in December 2024.
 *
 * - page, token: https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * - profile: https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started
 * - errors: https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export const instagram: ProviderRecord = {
  name: 'Instagram',
  endpoints: {
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://api.instagram.com/oauth/access_token',
    identity: null,
  },
  scopes: ['instagram_business_basic'],
  scopeSeparator: ',',
  clientProof: 'form',
  usesPkce: false,
  usesNonce: false,
  addsFragment: true, // `#_`
  unwrap,
  judge(json) {
    const { code: kind, error_subcode: detail } = fieldsOf(fieldsOf(json).error);
    if (detail === disabledAccount) return 'oauth_account_suspended';
    return limits.some((limit) => limit === kind) ? 'too_many_requests' : null;
  },
  async readAccount({ request }) {
    const user = fieldsOf(
      unwrap(await request('https://graph.instagram.com/v23.0/me?fields=user_id,username')),
    );
    return { subject: subjectOf(user.user_id), details: { username: textOf(user.username) } };
  },
};
