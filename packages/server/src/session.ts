import type { UserKey } from './userKey.ts';

/** A living session, found by the `sid` of a verified token. */
export interface Session extends UserKey {
  readonly sessionId: string;
  /** Time of the session's newest proof, Unix ms. A proof for a release does not count. */
  readonly authTimeMs: number;
  readonly startedAtMs: number;
  /** True if its user has a second factor. */
  readonly hasFactor: boolean;
  /**
   * True if its app requires a second factor at login, and its user has one that the session has not verified. Such a
   * session is refused unless the route accepts it (`orHalfIn`).
   */
  readonly isHalfIn: boolean;
  /** Time until which wallets and accounts of its user are on hold, Unix ms. In the past or absent if they are not. */
  readonly holdEndsMs?: number;
}
