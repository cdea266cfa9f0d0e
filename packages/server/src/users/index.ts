/**
 * The users room: users and their linked accounts. Owns tables `users` and `linked_accounts`. Admission finds and
 * makes users here, the wallets room adds wallets inside its own transactions, and the sessions room puts `userJson`
 * into its statements. It asks the database, and the audit room to
 * write down who was made.
 */
import type { WireAccount, WireUser } from '@latchkey/wire';
import type { Db } from '../db/index.ts';

export { createUsers } from './createUsers.ts';
export { userJson } from './store.ts';
export { type StoredUser, toWireUser } from './wireUser.ts';

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
  /** Finds the user who has an account that was just proved, and notes the time. Null when nobody has it. */
  touchAccount(appId: string, key: AccountKey, nowMs: number): Promise<string | null>;
  /**
   * Makes a user (`did:privy:` and 25 characters of base 32, D further 14) with a first account.
   * @param maxUsers most users that the app takes, exact over all processes; null (the default) means no limit
   * @returns the user's id, or null when the account exists: then another request was first
   * @throws ServiceError `max_accounts_reached`
   */
  create(appId: string, account: NewAccount, nowMs: number, maxUsers?: number | null): Promise<string | null>;
  /** Tells whether a user has an account. */
  hasAccount(appId: string, userId: string, key: AccountKey): Promise<boolean>;
  /**
   * Adds an account to a user, inside the caller's transaction.
   * @throws ServiceError `linked_to_another_user` when a user of the app has the account already.
   */
  addAccount(db: Db, appId: string, userId: string, account: NewAccount, nowMs: number): Promise<void>;
  /** The user as the wire carries it, or null. Accounts oldest first. */
  findWireUser(appId: string, userId: string): Promise<WireUser | null>;
}
