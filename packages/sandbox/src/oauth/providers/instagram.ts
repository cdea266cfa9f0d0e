import { digitsOf, nameOf, usernameOf } from '../people.ts';
import type { Account, EndpointResponse, Provider } from '../provider.ts';

const refusal = (code: number, error_message: string): EndpointResponse => ({
  status: code,
  body: { error_type: 'OAuthException', code, error_message },
});
/** Creates an error of the Graph API. https://developers.facebook.com/docs/graph-api/guides/error-handling */
const graphError = (status: number, code: number, message: string, more = {}): EndpointResponse => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'sandbox', ...more } },
});

/** Fields of `/me`. `id` is the user's id within the app, `user_id` the account's id. */
function fieldsOf({ person, subject }: Account): Record<string, unknown> {
  return {
    id: digitsOf(`instagram app ${person.id}`, 17),
    user_id: subject,
    username: usernameOf(person),
    name: nameOf(person),
    account_type: 'MEDIA_CREATOR',
    profile_picture_url: `https://scontent.cdninstagram.com/${subject}.jpg`,
  };
}

export const instagram: Provider = {
  id: 'instagram',
  name: 'Instagram',
  documentation: [
    'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login',
    'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started',
    'https://developers.facebook.com/docs/instagram-platform/reference/oauth-authorize',
  ],
  subjectOf: ({ id }) => digitsOf(`instagram ${id}`, 17),
  authorize: {
    paths: ['www.instagram.com/oauth/authorize', 'api.instagram.com/oauth/authorize'],
    scopes: ['instagram_business_basic'],
    neededScopes: ['instagram_business_basic'],
    scopeSeparator: /[ ,]/,
    pkce: 'ignored',
    challengeMethods: [],
    needsState: false,
    tells: 'on-a-page',
    denied: {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    },
    // "Note that #_ will be appended to the end of the redirect URI, but it is not part of the code itself".
    suffix: '#_',
  },
  token: {
    paths: ['api.instagram.com/oauth/access_token'],
    clientIn: ['body'],
    takesMultipart: true,
    codeLifeS: 3_600,
    tokenLifeS: 3_600,
    codePrefix: 'AQ',
    tokenPrefix: 'IGAA',
    faults: {
      'content-type': refusal(400, 'Invalid request'),
      client: refusal(400, 'Error validating client secret.'),
      'grant-type': refusal(400, 'Invalid grant type'),
      parameter: refusal(400, 'You must include a valid client_id, grant_type, redirect_uri and code'),
      code: refusal(400, 'Matching code was not found or was already used'),
      redirect: refusal(
        400,
        'Error validating verification code. redirect_uri is not the one of the request',
      ),
      verifier: refusal(400, 'Invalid request'),
    },
    // Documented as a list with one element.
    reply: ({ accessToken, account }) => ({
      data: [
        {
          access_token: accessToken,
          user_id: fieldsOf(account).id,
          permissions: account.scopes.join(','),
        },
      ],
    }),
  },
  data: [
    {
      paths: ['graph.instagram.com/me', 'graph.instagram.com/:version{v\\d+\\.0}/me'],
      tokenIn: ['query', 'bearer'],
      scopes: ['instagram_business_basic'],
      unauthorized: graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token'),
      forbidden: graphError(403, 10, 'Application does not have permission for this action'),
      answer: ({ account, query }) => {
        const all = fieldsOf(account);
        // Without `fields` only the id is returned. An unknown field is an error.
        const asked = query.get('fields')?.split(',') ?? ['id'];
        const unknown = asked.find((field) => !(field in all));
        if (unknown !== undefined)
          return graphError(400, 100, `Tried accessing nonexisting field (${unknown})`);
        return {
          status: 200,
          body: { data: [Object.fromEntries(asked.map((field) => [field, all[field]]))] },
        };
      },
    },
  ],
  // Code 190, subcode 459: "User Checkpointed".
  suspended: {
    at: 'data',
    answer: graphError(
      400,
      190,
      'You cannot access the app till you log in to www.facebook.com and follow the instructions given',
      {
        error_subcode: 459,
      },
    ),
  },
  rateLimited: { at: 'data', answer: graphError(400, 4, 'Application request limit reached') },
};
