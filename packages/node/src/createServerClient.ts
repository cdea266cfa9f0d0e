import { fail, limits } from '@latchkey/wire';
import type { Place } from './place.ts';
import { createTokenChecks, type TokenChecks } from './tokens/index.ts';
import { createUsersApi, type UsersApi } from './users/index.ts';

export interface ServerClientOptions {
  /** The app's id, 25 characters. */
  appId: string | undefined;
  /** Origin of the service, such as `https://auth.example.com`. */
  apiUrl: string | undefined;
  /** The app secret, for `users`. Token checks do not need it. */
  appSecret?: string | undefined;
  /**
   * The `iss` that tokens must have.
   * @default the issuer in the app's key set: the app's `token_issuer`, or the service's address
   */
  issuer?: string | undefined;
  /** @default the platform's */
  fetch?: typeof fetch;
  /** Returns the time in Unix milliseconds. @default the system's */
  now?: () => number;
}

export interface ServerClient extends TokenChecks {
  /** Users of the app. Needs `appSecret`. */
  readonly users: UsersApi;
}

/**
 * Creates the client of one app. Create it once, because it caches the app's public keys.
 *
 * Options are checked when a function of the client is called, which then throws `invalid_app_id` or `invalid_api_url`,
 * or in `users` without an app secret, `invalid_option`. `users.list` and `users.search` check when the first user is
 * read. Options are not checked here, because frameworks load the module while they build, when variables are not set.
 *
 * @example
 * const latchkey = createServerClient({ appId, apiUrl: 'https://auth.example.com' });
 * const { userId } = await latchkey.verifyAccessToken(token);
 */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { issuer, now = Date.now } = options;
  const getPlace = () => placeOf(options);
  // Read at each call, because frameworks may replace the global `fetch` after this module was loaded.
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  return {
    ...createTokenChecks({ getPlace, issuer, fetch: send, now }),
    users: createUsersApi({ getPlace, appSecret: options.appSecret, fetch: send }),
  };
}

/**
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`; without the values, because a value may be the secret
 *   of another variable
 */
function placeOf({ appId, apiUrl }: ServerClientOptions): Place {
  if (typeof appId !== 'string' || appId.length !== limits.appIdLength) {
    const flaw = appId ? `has ${appId.length} characters` : notSet;
    fail('invalid_app_id', {
      message: `createServerClient: appId ${flaw}. An app's id has ${limits.appIdLength} characters.`,
    });
  }
  if (typeof apiUrl !== 'string' || !URL.canParse(apiUrl) || new URL(apiUrl).origin !== apiUrl) {
    const flaw = apiUrl ? 'is no origin' : notSet;
    fail('invalid_api_url', {
      message: `createServerClient: apiUrl ${flaw}. Give the service's origin, such as https://auth.example.com, without a path or a slash at the end.`,
    });
  }
  return { appId, apiUrl };
}

const notSet = 'is not set: check the variable that it is read from';
