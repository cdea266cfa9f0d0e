import type { UserKey } from './userKey.ts';

/** An active session, found by the `sid` of a verified token. */
export interface Session extends UserKey {
  readonly sessionId: string;
  /** Time of the session's newest proof, Unix ms. A proof that confirms a release of a wallet's key does not count. */
  readonly authTimeMs: number;
  readonly startedAtMs: number;
  /** True if its user has a second factor. */
  readonly hasFactor: boolean;
  /**
   * True if its app requires a second factor at login and its user has one, but the session has verified neither a
   * factor that the user still has nor a backup code. `authenticate` and `authenticateCustody` refuse such a session
   * unless the route accepts it (`orHalfIn`); `find` returns it.
   */
  readonly isHalfIn: boolean;
  /** End of the hold on the user's wallets and accounts, Unix ms. In the past or absent if there is no hold. */
  readonly holdEndsMs?: number;
}
