import type { UserKey } from './userKey.ts';

/** A living session, looked up by the `sid` of a token that was checked. */
export interface Session extends UserKey {
  readonly sessionId: string;
  /** When the user last proved who they are, Unix ms. */
  readonly authTimeMs: number;
  readonly startedAtMs: number;
  /** Whether its user has a second factor: the wallet then opens to no session that has not verified it. */
  readonly hasFactor: boolean;
  /**
   * Whether its app wants a second factor at the login, and its user has one that the session has not verified: then it may
   * read its user, verify and log out, and do nothing else.
   */
  readonly isHalfIn: boolean;
  /** Until when wallets and accounts of its user stay as they are, Unix ms; past or absent where nothing holds them. */
  readonly holdEndsMs?: number;
}
