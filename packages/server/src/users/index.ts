/**
 * Users, their linked accounts, the metadata that back ends keep on them, and deleted users. Owns tables `users`,
 * `linked_accounts` and `deleted_users`. Uses the database, and `audit` to record its changes. `admission` finds and
 * creates users here, `custody` adds wallets inside its own transactions, `sessions` puts `userJson` and
 * `touchAccountSql` into its statements, `directory` and `account` read and change users. `guests/` turns a guest into
 * a full account.
 */
import type { CustomMetadata, MfaMethod, RecoveryMethod, WireAccount, WireUser } from '@latchkey/wire';
import type { AuditEvent } from '../audit/index.ts';
import type { Db } from '../db/index.ts';
import type { Session } from '../session.ts';
import type { UserKey } from '../userKey.ts';
import type { Page } from './lookupStore.ts';
import type { AcceptedTerms } from './table.ts';

export { contractKey, emailKey, ethereumAddress, isSameAddress, phoneKey, walletKey } from './accountKey.ts';
export {
  type AddressType,
  addressOf,
  addressTypes,
  channelOf,
  isAddressType,
  isEmbedded,
  isMany,
  takesPlaceOf,
  toNewAccount,
} from './accountTypes.ts';
export { createUsers } from './createUsers.ts';
export { idsIn, touchAccountSql, userJson } from './store.ts';
export type { AcceptedTerms } from './table.ts';
export { type StoredUser, toWireUser } from './wireUser.ts';

/** What identifies an account inside an app: `type` and `subject` are unique together. */
export interface AccountKey {
  /** A guest's is kept like the others, and never leaves: the wire says `is_guest` in its place. */
  type: WireAccount['type'] | 'guest';
  /** Normalised: e-mail lower-cased, Ethereum address lower-cased. */
  subject: string;
}

export interface NewAccount extends AccountKey {
  /** The type's own wire fields, such as `{ address }`, without `type` and times. */
  details: Record<string, unknown>;
  /** What proves the account again, such as a passkey's public key: kept beside it, never served. */
  credential?: object;
}

export type Actor = AuditEvent['actor'];

/** An account as it is kept, with its times (Unix ms). */
export interface KeptAccount extends Omit<NewAccount, 'credential'> {
  readonly firstVerifiedAtMs: number;
}

/** Who changes by which accounts a user logs in, and from where. */
export interface ChangeAuthor {
  readonly actor: Actor;
  /** The session that asks for it; null for a back end. */
  readonly session: Session | null;
  /** The origin of the page that it is asked on; null where that is not known. */
  readonly page: string | null;
  /** Whether the app wants a second factor for any change, of users who have one. */
  readonly isFactorWanted?: boolean;
}

/** What was done to a user's accounts. */
export interface AccountChange extends UserKey {
  readonly kind:
    | 'user.linked_account'
    | 'user.transferred_account'
    | 'user.unlinked_account'
    | 'user.updated_account';
  /** Of the event in the audit log. */
  readonly eventId: string;
  readonly by: ChangeAuthor;
  /** The user's accounts as they were before. */
  readonly before: readonly KeptAccount[];
  readonly added: AccountKey | null;
  readonly removed: KeptAccount | null;
  /** Since when the user has second factors without a break, Unix ms; null where they have none. */
  readonly factorsSinceMs: number | null;
}

/**
 * Sees every change of accounts, inside the transaction that makes it. Threat: a route that changes an account without
 * the protection against changes by an intruder. Every change passes here, so no route can leave it out.
 */
export interface AccountWatch {
  /** Runs inside the transaction of the change; rejects to refuse the change. */
  changed(tx: Db, change: AccountChange): Promise<void>;
  /** Starts to send the notices of a committed change; never rejects. */
  settle(user: UserKey): void;
}

/** Registry of the watches. The modules that watch use `users`, so they register after it was created. */
export interface AccountWatches {
  /** Adds a watch. Each change is reported to the watches in the order in which they were added. */
  addWatch(watch: AccountWatch): void;
}

/** How back ends find users. A page holds users by rising id, so that newcomers neither shift nor repeat any. */
export interface UserLookups {
  list(appId: string, page: Page): Promise<WireUser[]>;
  /** Users with an account whose subject, user name, name or e-mail begins with a term, or whose id it is. */
  searchTerm(appId: string, term: string, page: Page): Promise<WireUser[]>;
  /** Users who have one of these accounts. */
  searchKeys(appId: string, keys: readonly AccountKey[], page: Page): Promise<WireUser[]>;
  findByAccount(appId: string, key: AccountKey): Promise<WireUser | null>;
  /**
   * By a wallet's address: the user whose key it is, else the one whose contract stands there. Where several users have
   * contracts there, on chains of their own, null: none of them is meant more than the others.
   */
  findByWallet(appId: string, address: string): Promise<WireUser | null>;
  /** By what a provider shows, in any case; of several the one who proved it last. */
  findByUsername(appId: string, type: AccountKey['type'], username: string): Promise<WireUser | null>;
}

export interface ImportedUser {
  accounts: readonly NewAccount[];
  metadata: CustomMetadata | null;
  /** How many users the app takes; null: any number. */
  maxUsers: number | null;
}

/** What the mfa room keeps of second factors among the users, in transactions of its own. */
export interface UserFactors {
  /**
   * Locks the user until the transaction ends, so that their factors change one after the other. Gives until when the account
   * is on hold, Unix ms; null when the user is gone.
   */
  lock(tx: Db, user: UserKey): Promise<{ readonly holdEndsMs: number } | null>;
  /** How many users of an app have second factors, and none by these methods. Reads all of them: for an operator. */
  countWithout(db: Db, appId: string, methods: readonly MfaMethod[]): Promise<number>;
  /** Writes down which methods the user has, and which of their passkeys are second factors. */
  set(
    tx: Db,
    user: UserKey,
    factors: { methods: WireUser['mfa_methods']; credentialIds: readonly string[] },
  ): Promise<void>;
}

/** What may make a guest someone. */
export interface GuestChange {
  /** Done in the same transaction where it did: what the guest's page could read all the time must end there. */
  readonly onUpgrade: (tx: Db) => Promise<unknown>;
}

export interface UserChanges {
  /**
   * Makes a user with accounts that were proved elsewhere. The same accounts again give the same user, unchanged.
   * @throws ServiceError `linked_to_another_user` when someone has some of them, `max_accounts_reached`; then nothing
   *   is applied
   */
  import(appId: string, input: ImportedUser): Promise<WireUser>;
  /** @throws ServiceError `user_does_not_exist` */
  setMetadata(user: UserKey, metadata: CustomMetadata): Promise<WireUser>;
  /**
   * Notes which documents the user accepted, and when. Accepting the same ones again changes nothing.
   * @throws ServiceError `user_does_not_exist`
   */
  acceptTerms(user: UserKey, documents: Omit<AcceptedTerms, 'atMs'>): Promise<WireUser>;
  findTerms(user: UserKey): Promise<AcceptedTerms | null>;
  /**
   * Adds an account that the user proved. A guest is none any more then.
   *
   * @param change.most accounts that a user may have, of those that share its places (`takesPlaceOf`)
   * @throws ServiceError `cannot_link_more_of_type`, `linked_to_another_user`, `user_does_not_exist`;
   *   then nothing is changed
   */
  link(
    user: UserKey,
    change: { account: NewAccount; most: number; by: ChangeAuthor } & GuestChange,
  ): Promise<WireUser>;
  /**
   * Puts an account that the user proved in the place of one that they have.
   *
   * @throws ServiceError `not_found` when they do not have the old one (any more), `linked_to_another_user`,
   *   `user_does_not_exist`; then nothing is changed
   */
  replace(
    user: UserKey,
    change: { old: AccountKey; account: NewAccount; by: ChangeAuthor },
  ): Promise<WireUser>;
  /**
   * Moves an account to a user who proved it.
   *
   * @param move.most accounts of its type that a user may have
   * @throws ServiceError `invalid_credentials` when the other user has it no more, `cannot_link_more_of_type`,
   *   `cannot_unlink_sole_account` where nothing else leads to the other's wallet, `user_does_not_exist`;
   *   then nothing is changed
   */
  transfer(
    user: UserKey,
    move: { fromUserId: string; account: AccountKey; most: number; by: ChangeAuthor } & GuestChange,
  ): Promise<WireUser>;
  /**
   * Takes an account from a user.
   *
   * @param account.handle address, number, subject or user name; of a wallet that is a contract its subject too
   * @throws ServiceError `user_does_not_exist`, `not_found`, `cannot_unlink_sole_account`, `invalid_data` where the handle names
   *   several, `not_supported` for an embedded wallet, `missing_or_invalid_mfa` for a passkey that is a second factor
   */
  unlink(
    user: UserKey,
    account: { type: AccountKey['type']; handle: string; by: ChangeAuthor },
  ): Promise<WireUser>;
  /**
   * Gives an account back to a user from whom it was removed, inside the caller's transaction. What took its place goes,
   * and every way in that was added since: anyone who took the account over must not keep another one.
   *
   * @param back.sinceMs when it was removed
   * @param back.isLeaving whether to take it from another user also where it is their only way to a wallet
   * @returns the user who had it in between, if anyone; null where its user is gone
   * @throws ServiceError `cannot_unlink_sole_account` without `isLeaving`
   */
  restore(
    tx: Db,
    user: UserKey,
    back: { account: KeptAccount; sinceMs: number; isLeaving: boolean; by: ChangeAuthor },
  ): Promise<{ fromUserId: string | null } | null>;
}

export interface UserDeletion {
  /**
   * Takes a user out of everybody's sight, inside the caller's transaction: no one finds them, their accounts are free.
   *
   * @param destroyAtMs when what is kept is due to be destroyed, Unix ms
   * @returns the accounts that they had, or null when there is no such user
   */
  remove(tx: Db, user: UserKey, destroyAtMs: number): Promise<AccountKey[] | null>;
  /** When a deleted user is due to be destroyed (Unix ms), or null when nothing is kept. */
  findDestroyTime(user: UserKey): Promise<number | null>;
  /** Destroys what this room keeps of a deleted user, inside the caller's transaction; false when that is nothing. */
  destroy(tx: Db, user: UserKey): Promise<boolean>;
  /** Deleted users whose time has come. */
  listDue(): Promise<UserKey[]>;
}

/** What became of a guest who proved an account: it is theirs now, or another user's, or they are as they were. */
export type GuestOutcome = 'upgraded' | 'left-behind' | 'unchanged';

export interface Guests {
  /** Tells whether a user is a guest: known by nothing but a credential of their browser. */
  isGuest(user: UserKey): Promise<boolean>;
  /**
   * Makes a guest the user of an account that they proved, inside the caller's transaction: the same user from then on,
   * with wallets and all, and no guest any more. An account of another user's stays there.
   *
   * @param input.isSignUpAllowed whether an account that no one has may become theirs
   * @throws ServiceError `linked_to_another_user` where it is another user's and the guest owns a wallet, which no one
   *   could reach any more
   */
  upgrade(
    tx: Db,
    user: UserKey,
    input: { account: NewAccount; isSignUpAllowed: boolean; nowMs: number },
  ): Promise<GuestOutcome>;
}

/** What proves accounts again, by the account. It goes wherever the account goes, and with it. */
export interface Credentials {
  /** Whose account it is and what proves it; null for an account that no one has, or that has no credential. */
  find<T extends object>(appId: string, key: AccountKey): Promise<{ userId: string; credential: T } | null>;
  /** What names a user's accounts of a type that have a credential; in the transaction that has the user locked, for sure. */
  listSubjects(tx: Db, user: UserKey, type: AccountKey['type']): Promise<string[]>;
  /** The credentials of a user's accounts of a type, oldest first. */
  list<T extends object>(
    user: UserKey,
    type: AccountKey['type'],
  ): Promise<{ subject: string; credential: T }[]>;
  /**
   * Notes a use, by the number that the credential counts its uses with (`count`): one statement compares and writes, so
   * that of two uses with one number one fails.
   * @returns false, and nothing is changed, unless the number has grown; zero always is a credential that does not count
   */
  use(appId: string, key: AccountKey, changes: { count: number; [fact: string]: unknown }): Promise<boolean>;
}

export interface Users extends UserLookups, UserChanges {
  readonly credentials: Credentials;
  readonly deletion: UserDeletion;
  readonly factors: UserFactors;
  readonly guests: Guests;
  /** Finds the user who has an account; null when no one has it. */
  findOwner(appId: string, key: AccountKey): Promise<string | null>;
  /**
   * Makes a user (`did:privy:` and 25 characters of base 32) with a first account.
   * @param maxUsers most users that the app takes, exact over all processes; null (the default) means no limit
   * @returns the user's id, or null when the account exists: then another request was first
   * @throws ServiceError `max_accounts_reached`
   */
  create(appId: string, account: NewAccount, nowMs: number, maxUsers?: number | null): Promise<string | null>;
  /**
   * Sets the time before which custody routes take no login of the user for one, inside the caller's transaction.
   * @param epoch.sessionId the session that asks for it, which they take all the same
   */
  raiseCustodyEpoch(tx: Db, epoch: UserKey & { sessionId: string; atMs: number }): Promise<void>;
  /** Sets the time (Unix ms) until which wallets and accounts of a user stay as they are, inside the caller's transaction. */
  setHold(tx: Db, hold: UserKey & { endsAtMs: number }): Promise<void>;
  /** The e-mail address and the number of a user, which notices go to. */
  listAddresses(db: Db, user: UserKey): Promise<KeptAccount[]>;
  /** Tells whether an account is an embedded wallet of any user of the app. */
  isEmbeddedWallet(appId: string, key: AccountKey): Promise<boolean>;
  /** Tells whether a user has an account. */
  hasAccount(user: UserKey, key: AccountKey): Promise<boolean>;
  /**
   * Adds an account to a user, inside the caller's transaction.
   * @throws ServiceError `linked_to_another_user` when a user of the app has the account already.
   */
  addAccount(db: Db, user: UserKey, account: NewAccount, nowMs: number): Promise<void>;
  /**
   * Notes on a user's wallets by which method they recover, inside the caller's transaction.
   *
   * @param addresses as the accounts show them
   */
  setWalletRecovery(
    tx: Db,
    user: UserKey,
    addresses: readonly string[],
    method: RecoveryMethod,
  ): Promise<void>;
  /**
   * Keeps what a provider says now of an account, if someone has it; what it does not speak of stays as it was.
   */
  refreshDetails(db: Db, appId: string, account: NewAccount): Promise<void>;
  /** The user as the wire carries it, or null. Accounts oldest first. */
  findWireUser(user: UserKey): Promise<WireUser | null>;
}
