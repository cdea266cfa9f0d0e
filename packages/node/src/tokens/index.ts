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
   * Checks an access token: who calls, in which session.
   *
   * @param token what `getAccessToken()` gave the page, without `Bearer `
   * @param options.requireFactor refuses a session that has not verified a second factor, or not of
   *   late; false takes one that has still to verify it at the login, which is refused without the option
   * @throws ServiceError `missing_or_invalid_mfa`, `missing_or_invalid_token` with `details.reason` (and for `issuer` with `details.expected` and
   *   `details.found`), `service_unavailable` when the keys are not known and cannot be had, `invalid_app_id` and
   *   `invalid_api_url` for options of the client
   */
  verifyAccessToken(token: string, options?: AccessTokenOptions): Promise<AccessToken>;
  /**
   * Checks an identity token: who the user is, with which accounts, as of when it was issued.
   *
   * @throws ServiceError as {@link verifyAccessToken}
   */
  verifyIdentityToken(token: string): Promise<IdentityToken>;
}

export interface TokenCheckOptions {
  readonly getPlace: GetPlace;
  /** The `iss` that tokens must have; without it the one that the service names. */
  readonly issuer: string | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** Makes the checks of one app. */
export function createTokenChecks(options: TokenCheckOptions): TokenChecks {
  const keys = createKeySet(options);
  return {
    verifyAccessToken: (token, asked) => readAccessToken(token, keys, options, asked),
    verifyIdentityToken: (token) => readIdentityToken(token, keys, options),
  };
}
