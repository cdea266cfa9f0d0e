import { fail } from '@latchkey/wire';
import { createTokenChecks, type TokenChecks } from './tokens/index.ts';
import { createUsersApi, type UsersApi } from './users/index.ts';

export interface ServerClientOptions {
  /** The app's id, 25 characters. */
  appId: string;
  /** Where the service is, such as `https://auth.example.com`. */
  apiUrl: string;
  /** The app's secret, for `users`. Token checks need none. */
  appSecret?: string;
  /**
   * The app's `token_issuer`, where it has one.
   * @default apiUrl
   */
  issuer?: string;
  /** @default the platform's */
  fetch?: typeof fetch;
  /** The time in Unix milliseconds. @default the system's */
  now?: () => number;
}

export interface ServerClient extends TokenChecks {
  /** Users of the app; needs `appSecret`. */
  readonly users: UsersApi;
}

/**
 * Makes the client of one app. Make it once: it keeps the app's public keys.
 *
 * @throws ServiceError `invalid_api_url` for anything but an origin
 * @example
 * const latchkey = createServerClient({ appId, apiUrl: 'https://auth.example.com' });
 * const { userId } = await latchkey.verifyAccessToken(token);
 */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { appId, apiUrl, appSecret = null, issuer = apiUrl, now = Date.now } = options;
  if (!URL.canParse(apiUrl) || new URL(apiUrl).origin !== apiUrl) fail('invalid_api_url');
  // Taken at each call: frameworks replace the global one after this module was loaded.
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  return {
    ...createTokenChecks({ appId, apiUrl, issuer, fetch: send, now }),
    users: createUsersApi({ appId, apiUrl, appSecret, fetch: send }),
  };
}
