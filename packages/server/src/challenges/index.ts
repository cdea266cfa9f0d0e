/**
 * Every single-use value: codes, ids of proofs, tickets. Owns tables `codes`, `code_networks`, `used_ids`, `tries` and
 * `tickets`. Uses `crypto` and the database. Used by login methods, `admission` and `custody`; `sessions` puts
 * `consumeCodeSql` into a statement of its own. Expired rows are swept outside requests, by index.
 */
import type { Db } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';

export { createChallenges } from './createChallenges.ts';
export { consumeCodeSql } from './store.ts';

/** Whom codes are sent to. */
export interface Recipient {
  appId: string;
  channel: 'email' | 'sms';
  /** Normalised: an e-mail address in lower case, a phone number as E.164. */
  recipient: string;
}

/**
 * What a code is good for: to say who someone is (a login, a re-authentication), to add its recipient to the
 * accounts of one user, to undo that its recipient was removed, to be the second factor of one user or to become one, or to
 * open the wallet of one user to one proof key. Part of what is hashed: a code that someone was talked out of does nothing but what the message
 * that brought it says, for only whom it was made for.
 */
export type CodePurpose =
  | 'login'
  | `link ${string}`
  | `undo ${string}`
  | `mfa ${string}`
  | `mfa-enrol ${string}`
  | `release ${string} ${string}`;

/** Whom a code is for, what it is good for, and the client network that asks. */
export interface CodeRecipient extends Recipient {
  purpose: CodePurpose;
  /** IPv4 address or IPv6 /64. */
  network: string;
  /** Id that the request has, made at random by its client; the same when it is sent again because its answer was lost. */
  requestId?: string | null | undefined;
  /** Whether a captcha token was burnt for this send. @default false */
  hasPassedCaptcha?: boolean;
}

/** A code as someone gave it, hashed: for a statement of another room that uses it up ({@link consumeCodeSql}). */
export interface CodeClaim {
  readonly appId: string;
  /** Keyed hashes. */
  readonly recipient: string;
  readonly network: string;
  readonly codeHash: Uint8Array;
  readonly nowMs: number;
}

export interface Codes {
  /**
   * Makes a six-digit code that lives ten minutes, and has it delivered. Voids older ones that the same network asked for.
   * One that never left is taken back, so that it costs neither cooldown nor limit. A request that was answered before
   * ({@link isAnswered}) has nothing sent.
   * @returns whether a code was sent now
   * @throws ServiceError `too_many_requests` with `details.retry_after_s` inside the cooldown or over the limits, and whatever `deliver` throws
   */
  send(to: CodeRecipient, deliver: (code: string) => Promise<void>): Promise<boolean>;
  /**
   * Tells whether the same request, by its id, recipient and purpose, has had its code sent within the cooldown: then its
   * answer was lost, and it gets the same one again. Ask before anything is taken of the caller that is good once, such as a
   * captcha token. Changes nothing.
   */
  isAnswered(to: CodeRecipient): Promise<boolean>;
  /** What {@link consumeCodeSql} asks the database about a code. Nothing is proved by it. */
  claim(to: CodeRecipient, code: string): CodeClaim;

  /**
   * Uses a code up: one statement counts the try, compares keyed hashes and burns, and is committed before anyone
   * learns how it ended. The network is from then on one from which the recipient logged in.
   * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code.
   */
  consume(to: CodeRecipient, code: string): Promise<void>;
  /** Deletes the codes of a recipient and the networks they logged in from, inside the caller's transaction. */
  forget(tx: Db, to: Recipient): Promise<void>;
}

export type UsedIdKind =
  | 'captcha'
  | 'captcha-send'
  | 'cross-app-request'
  | 'custom-token'
  | 'dpop'
  | 'telegram'
  | 'telegram-again';

export interface UsedIds {
  /** True exactly once per id within its life: an atomic insert. For the `jti` of proofs (RFC 9449 §11.1), and captchas. */
  use(input: { appId: string; kind: UsedIdKind; id: string; lifeMs: number }): Promise<boolean>;
  /** Lets an id be used again: what it was used for did not happen. */
  giveBack(input: { appId: string; kind: UsedIdKind; id: string }): Promise<void>;
  /** Tells whether an id was used, and its life is not over. */
  isUsed(input: { appId: string; kind: UsedIdKind; id: string }): Promise<boolean>;
}

export interface Tries {
  /**
   * Compares what someone gave with a secret that never changes; what is wrong counts, by client network, before anyone
   * learns that it was: five in ten minutes, as of a code. Beyond them the right one is answered as a wrong one.
   */
  isRight(claim: {
    appId: string;
    kind: 'test-account';
    network: string;
    given: readonly string[];
    expected: readonly string[];
  }): Promise<boolean>;
}

/** What a ticket is good for. */
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
  /** What {@link Tickets.issue} gave. */
  secret: string;
}

/** Secrets that are good once and stand for a value that their holder never sees. */
export interface Tickets {
  /**
   * Keeps a value, sealed, for a while; gives the secret that takes it out: 43 characters of base64url. One of a user
   * goes with the user.
   */
  issue(ticket: {
    appId: string;
    kind: TicketKind;
    /** @default no one, as before someone has logged in */
    userId?: string | null;
    /** A secret that stood for something else before, so that this is found by it. @default a random one */
    secret?: string;
    lifeMs: number;
    value: object;
  }): Promise<string>;
  /** Takes the value out, once; null for a secret that is unknown, used, late, of another app or kind. */
  consume<T>(key: TicketKey): Promise<{ userId: string | null; value: T } | null>;
  /** Looks at the value and leaves it; null as for `consume`. Proves nothing: what counts is who takes it out. */
  find<T>(key: TicketKey): Promise<{ userId: string | null; value: T } | null>;
  /** Puts another value in the place of one that is still there. */
  replace(key: TicketKey, value: object): Promise<void>;
  /** Deletes the tickets of a user, inside the caller's transaction. */
  forget(tx: Db, user: UserKey): Promise<void>;
}

export interface Challenges {
  readonly codes: Codes;
  readonly tickets: Tickets;
  readonly tries: Tries;
  readonly usedIds: UsedIds;
  /** Deletes what has expired; called by the service's sweeper, never in a request. */
  sweep(): Promise<void>;
}
