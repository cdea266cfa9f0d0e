/**
 * Issues, refreshes, forks and ends sessions, signs the tokens, and serves and rotates the keys (JWKS). Owns tables
 * `sessions`, `session_confirmations`, `session_forks` and `signing_keys`. Reads users through `userJson` of `users`.
 * Login methods end here; `custody` identifies callers through it.
 */
import type { TokenReply, WireUser } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { CodeClaim } from '../challenges/index.ts';
import type { Db } from '../db/index.ts';
import type { Agent, Caller } from '../http/index.ts';
import type { Proof } from '../proof.ts';
import type { Session } from '../session.ts';
import type { UserKey } from '../userKey.ts';
import type { AccountKey } from '../users/index.ts';
import type { Confirmations } from './confirmations/createConfirmations.ts';

export type { Session } from '../session.ts';
export { createSessions } from './createSessions.ts';
export { createSigningKeys } from './keys/signingKeys.ts';

/** A session as its user sees it. */
export interface ListedSession extends Agent {
  readonly sessionId: string;
  readonly authTimeMs: number;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  /** When it last asked for tokens. */
  readonly usedAtMs: number;
}

/** A second factor that a session has verified: what its tokens say to the app's back end. */
export interface VerifiedFactor {
  readonly method: string;
  /** When, Unix ms. */
  readonly atMs: number;
}

/** A proof that was given for one act. */
export interface Confirmation {
  /** The account that was proved. */
  readonly account: AccountKey;
  /** When, Unix ms. */
  readonly atMs: number;
}

/** A login that was admitted. */
export interface NewSession {
  readonly app: App;
  readonly isNewUser: boolean;
  /**
   * The session is of its account's user, who shows when; the audit log names the account's type. Its time is the session's
   * `auth_time`, unless that would be in the future.
   */
  readonly proof: Proof;
  /** Who asked, and over which address: where that is the app's own, the tokens go into cookies. */
  readonly caller: Caller;
}

/** A login that is admitted if a code is right. */
export interface NewSessionByCode extends Pick<NewSession, 'app' | 'caller'> {
  /** The one that the code proves if it is right. */
  readonly account: AccountKey;
  readonly code: CodeClaim;
}

export interface Sessions extends Confirmations {
  /**
   * Refuses a caller to whom `start` would refuse a session, before a code is burnt for nothing.
   * @throws ServiceError `origin_not_allowed` for a request without Origin to the app's own address (S25)
   */
  checkCaller(app: App, caller: Caller): void;
  /**
   * Starts a session of the user who has the account: new id, new family of refresh tokens, action `set`.
   * @returns null when no one has it
   * @throws ServiceError `origin_not_allowed` for a request without Origin to the app's own address (S25)
   */
  start(login: NewSession): Promise<TokenReply | null>;

  /**
   * Uses a code up and starts a session of the user who has the account, in one statement: a login is one round trip and
   * one commit less, and a code is not burnt for a session that could not begin.
   * @returns null for a wrong code, else what `start` gives
   * @throws ServiceError `origin_not_allowed` as `start` does
   */
  startByCode(login: NewSessionByCode): Promise<{ reply: TokenReply | null } | null>;
  /**
   * Checks an access token (`token` or `privy_access_token`) and looks its session up, so that log-out works at once.
   * @param options.orHalfIn takes a session too whose user has still to verify a second factor, where the app wants that at
   *   the login
   * @throws ServiceError `missing_or_invalid_token` for a forged, expired, foreign or ended one, `missing_or_invalid_mfa` for
   *   one that is half in
   */
  authenticate(app: App, token: string | null, options?: { readonly orHalfIn?: boolean }): Promise<Session>;
  /** The same, with null where there is no living session: for routes that anyone may call. */
  find(app: App, token: string | null): Promise<Session | null>;
  /**
   * The same as `authenticate` for custody routes (docs/custody.md): only `privy_access_token` (aud = service, aid = app), or `token`
   * too where the app has `legacy_custody_token`; a session that logged in before the user's `custody_epoch` is refused,
   * but for the one that set it.
   * @throws ServiceError `missing_or_invalid_token`; `missing_or_invalid_mfa` as `authenticate`
   */
  authenticateCustody(
    app: App,
    token: string | null,
    options?: { readonly orHalfIn?: boolean },
  ): Promise<Session>;
  /**
   * Lets an act pass unless the user's account is on hold.
   * @throws ServiceError `account_on_hold` with `details.until` (Unix seconds), which time alone cures
   */
  checkHold(session: Session): void;
  /**
   * Lets an act pass whose user proved who they are not longer ago than `mostMs`, whatever the app asks for elsewhere.
   * @throws ServiceError `recent_login_required`
   */
  checkAge(session: Session, mostMs: number): void;
  /**
   * Lets a sensitive act pass whose user proved who they are not longer ago than the app's `sensitive_max_age`, and is not
   * on hold.
   * @param purpose what a proof is best given for, told with the refusal
   * @throws ServiceError `account_on_hold`; `recent_login_required`, which `POST /api/v1/sessions/reauthenticate` cures.
   */
  requireRecentLogin(app: App, session: Session, purpose?: 'account_change'): void;
  /**
   * Notes that the session's user has proved again who they are, by an account; gives the time of it, Unix ms. A proof
   * that is older than the last one leaves that.
   * @throws ServiceError `missing_or_invalid_token` when the session ended in the meantime
   */
  renewAuthTime(session: Session, proof: Proof): Promise<number>;
  /** Notes that a session has verified a factor, inside the caller's transaction: its next tokens say so. */
  noteFactor(tx: Db, session: Pick<Session, 'appId' | 'sessionId'>, factor: VerifiedFactor): Promise<void>;
  /** Ends these sessions of a user, inside the caller's transaction; gives how many of them lived. */
  end(tx: Db, owner: UserKey, sessionIds: readonly string[]): Promise<number>;
  /**
   * Ends all sessions of a user but one, inside the caller's transaction; gives how many. That one lives on if it was
   * forked from another, too.
   */
  endOthers(tx: Db, kept: UserKey & Pick<Session, 'sessionId'>): Promise<number>;
  /** Ends all sessions of a user, inside the caller's transaction; gives how many. */
  endAll(db: Db, user: UserKey): Promise<number>;
  /** An identity token of a user (docs/wire/protocol.md §3.3), or null where the app has none, and for a session that is half in. */
  findIdentityToken(app: App, user: WireUser, session: Pick<Session, 'isHalfIn'>): Promise<string | null>;
  /** The living sessions of a user, the one that was used last first, without what opens them. */
  list(user: UserKey): Promise<ListedSession[]>;
  /** Deletes sessions that outlived their 30 days, forks and keys; called by the service's sweeper, never in a request. */
  sweep(): Promise<void>;
}
