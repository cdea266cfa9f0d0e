/**
 * Single-use values (codes, ids and tickets), and counted tries for secrets that do not change. Owns tables `codes`,
 * `code_networks`, `used_ids`, `tries` and `tickets`. Uses `crypto` and the database. `sessions` uses up a code and
 * begins a session in one function of the database.
 */
import type { MethodId } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';

export { createChallenges } from './createChallenges.ts';
export { consumeLimits } from './store.ts';

export interface Recipient {
  appId: string;
  channel: 'email' | 'sms';
  /** Normalised: an email address in lower case, or a phone number as E.164. */
  recipient: string;
}

/**
 * Purpose of a code. `undo` restores a removed recipient; `release` opens one user's wallet to one proof key.
 *
 * An attacker could trick a user into revealing a code. The purpose is part of the hash, so the code is right only for
 * this purpose, and only for the user whom the purpose names, if any.
 */
export type CodePurpose =
  | 'login'
  | `link ${string}`
  | `undo ${string}`
  | `mfa ${string}`
  | `mfa-enrol ${string}`
  | `release ${string} ${string}`;

/** Recipient of a code, its purpose, and the client network that requests or submits the code. */
export interface CodeRecipient extends Recipient {
  purpose: CodePurpose;
  /** IPv4 address or IPv6 /64. */
  network: string;
  /** Random id that the client gave the request. A repetition after a lost answer has the same id. */
  requestId?: string | null | undefined;
  /** True if a captcha token was used up for this send. @default false */
  hasPassedCaptcha?: boolean;
}

/** Hashed code from a caller, for a statement of another module that uses it up (`log_in_by_code`). */
export interface CodeClaim {
  readonly appId: string;
  /** Keyed hash, as are `network` and `codeHash`. */
  readonly recipient: string;
  readonly network: string;
  readonly codeHash: Uint8Array;
  readonly nowMs: number;
}

export interface Codes {
  /**
   * Creates a six-digit code that is valid for ten minutes, and delivers it. Voids older codes that the same network
   * requested, and others beyond the limit of live codes. A code whose delivery fails is taken back and costs neither
   * cooldown nor limit. A request that was already answered ({@link isAnswered}) sends nothing.
   * @returns true if a code was sent now
   * @throws ServiceError `too_many_requests` with `details.retry_after_s` inside the cooldown or over the limits,
   *   and whatever `deliver` throws
   */
  send(to: CodeRecipient, deliver: (code: string) => Promise<void>): Promise<boolean>;
  /**
   * Returns true if the same request (by id, recipient and purpose) sent a code within the cooldown that was neither
   * used nor voided. The client repeats a request whose answer it lost. Call this before the caller's single-use
   * values, such as a captcha token, are used up. Changes nothing.
   */
  isAnswered(to: CodeRecipient): Promise<boolean>;
  /** Returns the values that `log_in_by_code` compares with the database. Proves nothing by itself. */
  claim(to: CodeRecipient, code: string): CodeClaim;

  /**
   * Uses a code up. One statement counts the try, compares keyed hashes and voids a right code. It is committed before
   * the caller learns the result. After a right code the network counts as known for the recipient.
   * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code.
   */
  consume(to: CodeRecipient, code: string): Promise<void>;
  /** Deletes a recipient's codes and known networks, in the caller's transaction. */
  forget(tx: Db, to: Recipient): Promise<void>;
}

/** Kinds of single-use ids. The kind of a login method has the method's name. */
export type UsedIdKind =
  | MethodId
  | 'captcha'
  | 'captcha-send'
  | 'cross-app-request'
  | 'dpop'
  | 'telegram-again';

export interface UsedIds {
  /**
   * Returns true once per id within its life, by an atomic insert, unless the id is given back. An id is, for example,
   * the `jti` of a DPoP proof (RFC 9449 §11.1).
   */
  use(input: { appId: string; kind: UsedIdKind; id: string; lifeMs: number }): Promise<boolean>;
  /** Releases an id because its use did not happen. */
  giveBack(input: { appId: string; kind: UsedIdKind; id: string }): Promise<void>;
  /** Returns true if an id was used and its life is not over. */
  isUsed(input: { appId: string; kind: UsedIdKind; id: string }): Promise<boolean>;
}

export interface Tries {
  /**
   * Compares what a caller submitted with a secret that does not change. An attacker could guess it, so a wrong try is
   * counted for the client network before the result is returned: five in ten minutes. After that, the right secret is
   * answered like a wrong one.
   */
  isRight(claim: {
    appId: string;
    kind: 'test-account';
    network: string;
    given: readonly string[];
    expected: readonly string[];
  }): Promise<boolean>;
}

export type TicketKind =
  | 'account-transfer'
  | 'cloud-code'
  | 'cloud-handle'
  | 'cloud-state'
  | 'cross-app-code'
  | 'cross-app-handle'
  | 'cross-app-id'
  | 'cross-app-state'
  | 'cross-app-used'
  | 'farcaster-channel'
  | 'farcaster-nonce'
  | 'oauth-code'
  | 'oauth-state'
  | 'oauth-used'
  | 'passkey-factor'
  | 'passkey-link'
  | 'passkey-login'
  | 'passkey-sign-up'
  | 'wallet-nonce';

export interface TicketKey {
  appId: string;
  kind: TicketKind;
  /** Secret from {@link Tickets.issue}. */
  secret: string;
}

/** Single-use secrets, each with a value that the service stores sealed. */
export interface Tickets {
  /**
   * Stores a sealed value for a limited time and returns the secret that retrieves it. A ticket of a user is deleted
   * with the user.
   */
  issue(ticket: {
    appId: string;
    kind: TicketKind;
    /** @default no user, as before a login */
    userId?: string | null;
    /**
     * Existing secret, such as that of an earlier ticket, with which this ticket is found. @default 32 random bytes
     * in base64url
     */
    secret?: string;
    lifeMs: number;
    value: object;
  }): Promise<string>;
  /**
   * Removes the ticket and returns its value. Returns null if the secret is unknown, used or expired, or of another
   * app or kind.
   */
  consume<T>(key: TicketKey): Promise<{ userId: string | null; value: T } | null>;
  /** Returns the value and keeps the ticket; null as for `consume`. Only `consume` proves that nobody else used it. */
  find<T>(key: TicketKey): Promise<{ userId: string | null; value: T } | null>;
  replace(key: TicketKey, value: object): Promise<void>;
  /** Deletes a user's tickets, in the caller's transaction. */
  forget(tx: Db, user: UserKey): Promise<void>;
}

export interface Challenges {
  readonly codes: Codes;
  readonly tickets: Tickets;
  readonly tries: Tries;
  readonly usedIds: UsedIds;
  sweep(): Promise<void>;
}
