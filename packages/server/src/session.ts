import type { UserKey } from './userKey.ts';

/** A living session, looked up by the `sid` of a token that was checked. */
export interface Session extends UserKey {
  readonly sessionId: string;
  /** When the user last proved who they are, Unix ms. */
  readonly authTimeMs: number;
  readonly startedAtMs: number;
  /** Until when wallets and accounts of its user stay as they are, Unix ms; past or absent where nothing holds them. */
  readonly holdEndsMs?: number;
}
