/** Verifies access and identity tokens of one app (docs/wire/protocol.md §3.3) with its public keys. */
import type { GetPlace } from '../place.ts';
import { createKeySet } from './keySet.ts';
import {
  type AccessToken,
  type AccessTokenOptions,
  type IdentityToken,
  readAccessToken,
  readIdentityToken,
} from './readToken.ts';

export type { AccessToken, AccessTokenOptions, CompactAccount, IdentityToken } from './readToken.ts';

export interface TokenChecks {
  /**
   * Verifies an access token, and returns its user and session.
   *
   * @param token the token from `getAccessToken()` in the page, without `Bearer `
   * @param options.requireFactor true, or a maximum age, requires that the session has verified a second factor.
   *   Without the option, a session that still lacks the second factor that its app requires at login is refused;
   *   `false` accepts it
   * @throws ServiceError `missing_or_invalid_mfa`, `missing_or_invalid_token` with `details.reason` (and for `issuer`
   *   with `details.expected` and `details.found`), `service_unavailable` if no keys could be fetched in the last 24
   *   hours, `invalid_app_id` and `invalid_api_url` for options of the client
   */
  verifyAccessToken(token: string, options?: AccessTokenOptions): Promise<AccessToken>;
  /**
   * Verifies an identity token, and returns its user and their accounts as of the time of issue.
   *
   * @throws ServiceError as {@link verifyAccessToken}, without `missing_or_invalid_mfa`
   */
  verifyIdentityToken(token: string): Promise<IdentityToken>;
}

export interface TokenCheckOptions {
  readonly getPlace: GetPlace;
  /** The `iss` that tokens must have. If undefined, the one that the service names. */
  readonly issuer: string | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

export function createTokenChecks(options: TokenCheckOptions): TokenChecks {
  const keys = createKeySet(options);
  return {
    verifyAccessToken: (token, asked) => readAccessToken(token, keys, options, asked),
    verifyIdentityToken: (token) => readIdentityToken(token, keys, options),
  };
}
