/**
 * The challenges room: every single-use thing (codes, nonces, proof ids). Owns tables `codes`, `code_tries`,
 * `code_sends` and `used_ids`. Expired rows are swept outside requests, by index.
 */

export interface Codes {
  /**
   * Makes a six-digit code for a recipient and purpose, bound to the app. Stores a keyed hash only.
   * @throws ServiceError `too_many_requests` with `details.retry_after_s` inside the cooldown or over the limits (D further 2).
   */
  create(input: { appId: string; channel: 'email'; recipient: string; network: string }): Promise<string>;
  /**
   * Consumes a code: counts the try first, in its own committed statement, then compares in constant time.
   * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code.
   */
  consume(input: { appId: string; channel: 'email'; recipient: string; network: string; code: string }): Promise<void>;
  /** Remembers that a recipient logged in from a network, which reserves it a send and a slot (D further 2). */
  rememberNetwork(input: { appId: string; channel: 'email'; recipient: string; network: string }): Promise<void>;
}

export interface UsedIds {
  /** True exactly once per id within its life: an atomic insert. For DPoP `jti` and the like. */
  use(input: { appId: string; kind: 'dpop'; id: string; lifeMs: number }): Promise<boolean>;
}

export interface Challenges {
  readonly codes: Codes;
  readonly usedIds: UsedIds;
  /** Deletes what has expired; called by the service's sweeper, never in a request. */
  sweep(): Promise<void>;
}

