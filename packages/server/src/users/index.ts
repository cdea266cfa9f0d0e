/**
 * The users room: users and their linked accounts. Owns tables `users` and `linked_accounts`. Admission and the
 * wallets room write here inside their own transactions; sessions read the wire's user from here.
 */
import type { WireAccount, WireUser } from '@latchkey/wire';
import type { Db } from '../db/index.ts';

/** What identifies an account inside an app: `type` and `subject` are unique together. */
export interface AccountKey {
  type: WireAccount['type'];
  /** Normalised: e-mail lower-cased, Ethereum address lower-cased. */
  subject: string;
}

export interface NewAccount extends AccountKey {
  /** The type's own wire fields, such as `{ address }`, without `type` and times. */
  details: Record<string, unknown>;
}

export interface Users {
  /** The user who has the account, or null. */
  findIdByAccount(db: Db, appId: string, key: AccountKey): Promise<string | null>;
  /** Makes a user (`did:privy:` and 25 characters of base 32) with a first account; race-safe by the unique key. */
  create(db: Db, appId: string, account: NewAccount, nowMs: number): Promise<string>;
  addAccount(db: Db, appId: string, userId: string, account: NewAccount, nowMs: number): Promise<void>;
  /** Sets `latest_verified_at` of an account that was just proved. */
  touchAccount(db: Db, appId: string, key: AccountKey, nowMs: number): Promise<void>;
  /** The user as the wire carries it, or null. Accounts oldest first. */
  findWireUser(db: Db, appId: string, userId: string): Promise<WireUser | null>;
  /** Number of users of an app, for limits. */
  count(db: Db, appId: string): Promise<number>;
}
