/**
 * Issues, refreshes, forks and ends sessions, signs their tokens, and serves and rotates the signing keys (JWKS).
 * Owns tables `sessions`, `session_confirmations`, `session_forks` and `signing_keys`. Uses `apps`, `audit`,
 * `challenges`, `crypto` and `users`. `admission` starts sessions here; modules with routes for users authenticate
 * callers here.
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

export interface ListedSession extends Agent {
  readonly sessionId: string;
  readonly authTimeMs: number;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  /** Time when the session began or was last refreshed, Unix ms. */
  readonly usedAtMs: number;
}

/** A second factor that a session has verified, as its tokens report it to the app's back end. */
export interface VerifiedFactor {
  readonly method: string;
  /** Time of the verification, Unix ms. */
  readonly atMs: number;
}

export interface Confirmation {
  readonly account: AccountKey;
  /** Time of the proof, Unix ms. */
  readonly atMs: number;
}

export interface NewSession {
  readonly app: App;
  readonly isNewUser: boolean;
  /**
   * Names the account whose user gets the session. The time of the proof becomes the session's `auth_time`, capped at
   * now.
   */
  readonly proof: Proof;
  /** The request that logs in. If it came to the app's own address, cookies keep the session. */
  readonly caller: Caller;
}

/** A login that is admitted if its code is right. */
export interface NewSessionByCode extends Pick<NewSession, 'app' | 'caller'> {
  readonly account: AccountKey;
  readonly code: CodeClaim;
}

export interface Sessions extends Confirmations {
  /**
   * Refuses a caller to whom `start` would refuse a session, so no code is used up in vain.
   *
   * @throws ServiceError `origin_not_allowed` for a request without Origin to the app's own address (S25)
   */
  checkCaller(app: App, caller: Caller): void;
  /**
   * Starts a session of the user who has the account: new id, new family of refresh tokens, action `set`.
   *
   * @returns null if no user has the account, or if it is an embedded wallet, which cannot log in
   * @throws ServiceError `origin_not_allowed` for a request without Origin to the app's own address (S25)
   */
  start(login: NewSession): Promise<TokenReply | null>;

  /**
   * Uses a code up and starts a session of the user who has the account, in one function of the database.
   *
   * @returns null if the code is wrong, else the result of `start`
   * @throws ServiceError `origin_not_allowed` as `start` does
   */
  startByCode(login: NewSessionByCode): Promise<{ reply: TokenReply | null } | null>;
  /**
   * Verifies an access token (`token` or `privy_access_token`) and looks its session up, so the token of an ended
   * session is refused.
   *
   * @param options.orHalfIn also accepts a session that still lacks the second factor that the app requires at
   *   login
   * @throws ServiceError `missing_or_invalid_token` if the token is forged, expired, of another app or of an ended
   *   session; `missing_or_invalid_mfa` if the session still lacks its second factor
   */
  authenticate(app: App, token: string | null, options?: { readonly orHalfIn?: boolean }): Promise<Session>;
  /**
   * Finds the session like `authenticate` with `orHalfIn`, but returns null if that would refuse the token.
   */
  find(app: App, token: string | null): Promise<Session | null>;
  /**
   * Authenticates like `authenticate`, for custody routes (docs/custody.md). Accepts only `privy_access_token` (aud =
   * service, aid = app), or `token` too if the app has `legacy_custody_token`. Refuses a session whose `auth_time` is
   * before the user's `custody_epoch`, except the session that set it.
   *
   * @throws ServiceError `missing_or_invalid_token`; `missing_or_invalid_mfa` as `authenticate`
   */
  authenticateCustody(
    app: App,
    token: string | null,
    options?: { readonly orHalfIn?: boolean },
  ): Promise<Session>;
  /**
   * Refuses an action while the user's account is on hold.
   *
   * @throws ServiceError `account_on_hold` with `details.until` (Unix seconds), when the hold ends
   */
  checkHold(session: Session): void;
  /**
   * Refuses an action if the session's `auth_time` is more than `mostMs` ago, whatever the app's settings are.
   *
   * @throws ServiceError `recent_login_required`
   */
  checkAge(session: Session, mostMs: number): void;
  /**
   * Refuses a sensitive action if the user is on hold, or if the session's `auth_time` is older than the app's
   * `sensitive_max_age`. A setting of 0 turns the age check off.
   *
   * @param purpose purpose that a new proof should name, returned with the error
   * @throws ServiceError `account_on_hold`; `recent_login_required` (`POST /api/v1/sessions/reauthenticate` renews
   *   the proof)
   */
  requireRecentLogin(app: App, session: Session, purpose?: 'account_change'): void;
  /**
   * Records that the session's user has proved again who they are. Returns the session's `auth_time`, Unix ms, which
   * an older proof does not change.
   *
   * @throws ServiceError `missing_or_invalid_token` if the session ended in the meantime
   */
  renewAuthTime(session: Session, proof: Proof): Promise<number>;
  noteFactor(tx: Db, session: Pick<Session, 'appId' | 'sessionId'>, factor: VerifiedFactor): Promise<void>;
  /**
   * Ends these sessions of a user, and the sessions forked from them, in the caller's transaction. Returns how many
   * of the given sessions were ended.
   */
  end(tx: Db, owner: UserKey, sessionIds: readonly string[]): Promise<number>;
  /**
   * Ends all sessions of a user except one, in the caller's transaction. Returns how many were ended. The kept
   * session survives even if it was forked from another.
   */
  endOthers(tx: Db, kept: UserKey & Pick<Session, 'sessionId'>): Promise<number>;
  /** Ends all sessions of a user in the caller's transaction. Returns how many were ended. */
  endAll(tx: Db, user: UserKey): Promise<number>;
  /**
   * Creates an identity token of a user (docs/wire/protocol.md §3.3). Returns null if the app issues none, or if the
   * session still lacks its second factor.
   */
  findIdentityToken(app: App, user: WireUser, session: Pick<Session, 'isHalfIn'>): Promise<string | null>;
  /** Lists the living sessions of a user, the most recently used first, without any secret. */
  list(user: UserKey): Promise<ListedSession[]>;
  /** Deletes expired sessions, forks and confirmations, and retired keys. */
  sweep(): Promise<void>;
}
