/**
 * Users, their linked accounts, the metadata that back ends keep on them, and deleted users. Owns tables `users`,
 * `linked_accounts`, `deleted_users` and `user_counts`. Uses `crypto`, `db`, and `audit` to record its changes.
 * `admission` finds and creates users here, `custody` adds wallets inside its own transactions, `sessions` puts
 * `userJson` into its statements, `directory` and `account` read and change users. `guests/` turns a guest into a
 * full account.
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
export { prepareFindUser, touchAccount, userJson } from './store.ts';
export type { AcceptedTerms } from './table.ts';
export { type StoredUser, toWireUser } from './wireUser.ts';

export interface AccountKey {
  /** A guest's account is stored like the others. The wire protocol has `is_guest` in its place. */
  type: WireAccount['type'] | 'guest';
  /** Normalised: email and Ethereum addresses in lower case. */
  subject: string;
}

export interface NewAccount extends AccountKey {
  /** The type's own wire fields, such as `{ address }`, without `type` and times. */
  details: Record<string, unknown>;
  /** Data that proves the account again, such as a passkey's public key. Not part of the wire protocol's user. */
  credential?: object;
}

export type Actor = AuditEvent['actor'];

/** A stored account with the time of its first verification (Unix ms). */
export interface KeptAccount extends Omit<NewAccount, 'credential'> {
  readonly firstVerifiedAtMs: number;
}

/** Author of a change to a user's accounts, and where it was requested. */
export interface ChangeAuthor {
  readonly actor: Actor;
  /** Session of the request; null for a back end and for an undo. */
  readonly session: Session | null;
  /** Origin of the page of the request; null if unknown. */
  readonly page: string | null;
  /** True if the app requires a second factor for every change, from users who have one. */
  readonly isFactorWanted?: boolean;
}

export interface AccountChange extends UserKey {
  readonly kind:
    | 'user.linked_account'
    | 'user.transferred_account'
    | 'user.unlinked_account'
    | 'user.updated_account';
  readonly eventId: string;
  readonly by: ChangeAuthor;
  readonly before: readonly KeptAccount[];
  readonly added: AccountKey | null;
  readonly removed: KeptAccount | null;
  /** Time when the user's oldest present second factor was added, Unix ms; null if the user has none. */
  readonly factorsSinceMs: number | null;
}

/**
 * Observes the links, replacements, transfers and unlinks of {@link UserChanges}, in the transaction that makes them. A
 * new route could otherwise omit the protection against intruders, so `UserChanges` reports to the watches itself.
 */
export interface AccountWatch {
  /** Called in the transaction of the change. Rejects to refuse the change. */
  changed(tx: Db, change: AccountChange): Promise<void>;
  settle(user: UserKey): void;
}

export interface AccountWatches {
  addWatch(watch: AccountWatch): void;
}

/** Lookups of users by back ends and operators. Pages are ordered by id, so new users neither shift nor repeat any. */
export interface UserLookups {
  list(appId: string, page: Page): Promise<WireUser[]>;
  /** Finds users with this id, or with an account whose subject, user name, name or email begins with the term. */
  searchTerm(appId: string, term: string, page: Page): Promise<WireUser[]>;
  /** Finds users who have one of these accounts, or a contract wallet at the address of one. */
  searchKeys(appId: string, keys: readonly AccountKey[], page: Page): Promise<WireUser[]>;
  findByAccount(appId: string, key: AccountKey): Promise<WireUser | null>;
  /**
   * Finds a user by a wallet's address: the user who has its key, else the one who has a contract there. Returns null
   * if several users have contracts at the address on different chains, because none takes precedence.
   */
  findByWallet(appId: string, address: string): Promise<WireUser | null>;
  /** Finds a user by a provider's user name, ignoring case. If several match, returns the one who proved it last. */
  findByUsername(appId: string, type: AccountKey['type'], username: string): Promise<WireUser | null>;
}

export interface ImportedUser {
  accounts: readonly NewAccount[];
  metadata: CustomMetadata | null;
  maxUsers: number | null;
}

/** Records of second factors on users, which the mfa module writes in its own transactions. */
export interface UserFactors {
  /**
   * Locks the user until the transaction ends, so changes of their factors run one at a time. Returns when the
   * account's hold ends, Unix ms, or null if the user does not exist.
   */
  lock(tx: Db, user: UserKey): Promise<{ readonly holdEndsMs: number } | null>;
  /**
   * Counts the users of an app who have second factors, but none of these methods. Reads all users of the app.
   */
  countWithout(db: Db, appId: string, methods: readonly MfaMethod[]): Promise<number>;
  /** Stores which methods the user has, and which of their passkeys are second factors. */
  set(
    tx: Db,
    user: UserKey,
    factors: { methods: WireUser['mfa_methods']; credentialIds: readonly string[] },
  ): Promise<void>;
}

export interface GuestChange {
  /**
   * Called in the same transaction if a guest became a full account. Ends the user's other sessions, because an
   * attacker may have a token of one of them.
   */
  readonly onUpgrade: (tx: Db) => Promise<unknown>;
}

export interface UserChanges {
  /**
   * Creates a user with accounts that were proved elsewhere. The same accounts again return the same user, unchanged.
   *
   * @throws ServiceError `linked_to_another_user` if the accounts have different owners or only some have one,
   *   `max_accounts_reached`; then nothing is applied
   */
  import(appId: string, input: ImportedUser): Promise<WireUser>;
  /** @throws ServiceError `user_does_not_exist` */
  setMetadata(user: UserKey, metadata: CustomMetadata): Promise<WireUser>;
  /**
   * Records which documents the user accepted last, and when. Accepting the recorded ones again changes nothing.
   *
   * @throws ServiceError `user_does_not_exist`
   */
  acceptTerms(user: UserKey, documents: Omit<AcceptedTerms, 'atMs'>): Promise<WireUser>;
  findTerms(user: UserKey): Promise<AcceptedTerms | null>;
  /**
   * Adds an account that the user proved. A guest becomes a full account.
   *
   * @param change.most limit of the user's accounts that count together with this one (`takesPlaceOf`)
   * @throws ServiceError `cannot_link_more_of_type`, `linked_to_another_user`, `user_does_not_exist`, and what a
   *   watch throws; then nothing is changed
   */
  link(
    user: UserKey,
    change: { account: NewAccount; most: number; by: ChangeAuthor } & GuestChange,
  ): Promise<WireUser>;
  /**
   * Replaces an account of the user with one that they proved.
   *
   * @throws ServiceError `not_found` if they do not have the old one (any more), `linked_to_another_user`,
   *   `user_does_not_exist`, and what a watch throws; then nothing is changed
   */
  replace(
    user: UserKey,
    change: { old: AccountKey; account: NewAccount; by: ChangeAuthor },
  ): Promise<WireUser>;
  /**
   * Moves an account to a user who proved it.
   *
   * @param move.most limit of the user's accounts that count together with this one (`takesPlaceOf`)
   * @throws ServiceError `invalid_credentials` if the other user no longer has it, `cannot_link_more_of_type`,
   *   `cannot_unlink_sole_account` if the other user could not reach their wallet without it,
   *   `missing_or_invalid_mfa` for a passkey that is a second factor, `user_does_not_exist`, and what a watch throws;
   *   then nothing is changed
   */
  transfer(
    user: UserKey,
    move: { fromUserId: string; account: AccountKey; most: number; by: ChangeAuthor } & GuestChange,
  ): Promise<WireUser>;
  /**
   * Removes an account from a user.
   *
   * @param account.handle address, phone number, user name, email or subject
   * @throws ServiceError `user_does_not_exist`, `not_found`, `cannot_unlink_sole_account`, `invalid_data` if the
   *   handle names several, `not_supported` for an embedded wallet, `missing_or_invalid_mfa` for a passkey that is a
   *   second factor, and what a watch throws
   */
  unlink(
    user: UserKey,
    account: { type: AccountKey['type']; handle: string; by: ChangeAuthor },
  ): Promise<WireUser>;
  /**
   * Restores an account to a user from whom it was removed, in the caller's transaction. Removes the user's other
   * accounts of its type and those added since, except embedded wallets and passkeys that are second factors. An
   * attacker who removed it could otherwise keep a login that they added afterwards.
   *
   * @param back.sinceMs time of the removal, Unix ms
   * @param back.isLeaving true to take it from another user even if it is their only way to a wallet
   * @returns the user who had it in between, if any; null if its user no longer exists
   * @throws ServiceError `cannot_unlink_sole_account` without `isLeaving`, `linked_to_another_user` if another user
   *   adds it at the same moment, and what a watch throws
   */
  restore(
    tx: Db,
    user: UserKey,
    back: { account: KeptAccount; sinceMs: number; isLeaving: boolean; by: ChangeAuthor },
  ): Promise<{ fromUserId: string | null } | null>;
}

export interface UserDeletion {
  /**
   * Hides a user, in the caller's transaction: no lookup finds them, and their accounts are free.
   *
   * @param destroyAtMs time when the stored data is due to be destroyed, Unix ms
   * @returns the accounts that they had, or null if there is no such user
   */
  remove(tx: Db, user: UserKey, destroyAtMs: number): Promise<AccountKey[] | null>;
  /** Returns when a deleted user is due to be destroyed (Unix ms), or null if nothing is stored. */
  findDestroyTime(user: UserKey): Promise<number | null>;
  /** Destroys this module's data of a deleted user, in the caller's transaction. Returns false if there was none. */
  destroy(tx: Db, user: UserKey): Promise<boolean>;
  listDue(): Promise<UserKey[]>;
}

/** Outcome for a guest who proved an account: they now have it, another user has it, or nothing changed. */
export type GuestOutcome = 'upgraded' | 'left-behind' | 'unchanged';

export interface Guests {
  isGuest(user: UserKey): Promise<boolean>;
  /**
   * Lists guests who have no other account, so no wallet either, and who logged in last at this time (Unix ms) or
   * earlier.
   */
  listIdle(appId: string, lastLoginMs: number, limit: number): Promise<UserKey[]>;
  /**
   * Locks a guest until the caller's transaction ends, so they cannot log in meanwhile. Returns false if they are no
   * longer idle.
   */
  lockIdle(tx: Db, user: UserKey, lastLoginMs: number): Promise<boolean>;
  /**
   * Adds an account that a guest proved, in the caller's transaction. They stay the same user, with their wallets,
   * but are no longer a guest. Another user's account stays with that user.
   *
   * @param input.isSignUpAllowed true if an account without an owner may become theirs
   * @throws ServiceError `linked_to_another_user` if it is another user's and the guest owns a wallet, which nobody
   *   could reach any more
   */
  upgrade(
    tx: Db,
    user: UserKey,
    input: { account: NewAccount; isSignUpAllowed: boolean; nowMs: number },
  ): Promise<GuestOutcome>;
}

/** Credentials that prove accounts again. They are moved and deleted with their account. */
export interface Credentials {
  /** Finds the owner and credential of an account. Returns null if the account has no owner or no credential. */
  find<T extends object>(appId: string, key: AccountKey): Promise<{ userId: string; credential: T } | null>;
  /**
   * Lists the subjects of a user's accounts of a type that have a credential. Reliable only in a transaction that has
   * locked the user.
   */
  listSubjects(tx: Db, user: UserKey, type: AccountKey['type']): Promise<string[]>;
  /** Lists the credentials of a user's accounts of a type, oldest first. */
  list<T extends object>(
    user: UserKey,
    type: AccountKey['type'],
  ): Promise<{ subject: string; credential: T }[]>;
  /**
   * Records a use of a credential, with its count of uses (`count`). One statement compares and writes the count, so
   * of two uses with the same count, other than zero, one fails.
   *
   * @returns false, without a change, unless the count has grown, or both counts are zero
   */
  use(appId: string, key: AccountKey, changes: { count: number; [fact: string]: unknown }): Promise<boolean>;
}

export interface Users extends UserLookups, UserChanges {
  readonly credentials: Credentials;
  readonly deletion: UserDeletion;
  readonly factors: UserFactors;
  readonly guests: Guests;
  findOwner(appId: string, key: AccountKey): Promise<string | null>;
  /**
   * Creates a user (`did:privy:` and 25 characters of base 32) with a first account.
   *
   * @param maxUsers limit of the app's users; null (the default) means no limit
   * @returns the user's id, or null if the account exists because another request was first
   * @throws ServiceError `max_accounts_reached`
   */
  create(appId: string, account: NewAccount, nowMs: number, maxUsers?: number | null): Promise<string | null>;
  /**
   * Makes custody routes refuse the user's sessions whose `auth_time` is before a time, in the caller's transaction.
   *
   * @param epoch.sessionId the session that requests it, which stays accepted
   */
  raiseCustodyEpoch(tx: Db, epoch: UserKey & { sessionId: string; atMs: number }): Promise<void>;
  /** Sets the time (Unix ms) until which a user's wallets and accounts are on hold, in the caller's transaction. */
  setHold(tx: Db, hold: UserKey & { endsAtMs: number }): Promise<void>;
  listAddresses(db: Db, user: UserKey): Promise<KeptAccount[]>;
  /** True if an account is an embedded wallet of any user of the app. */
  isEmbeddedWallet(appId: string, key: AccountKey): Promise<boolean>;
  hasAccount(user: UserKey, key: AccountKey): Promise<boolean>;
  /**
   * Adds an account to a user, in the caller's transaction.
   *
   * @throws ServiceError `linked_to_another_user` if a user of the app has the account already
   */
  addAccount(db: Db, user: UserKey, account: NewAccount, nowMs: number): Promise<void>;
  /**
   * Records the recovery method of a user's wallets on their accounts, in the caller's transaction.
   *
   * @param addresses in the form that the accounts show
   */
  setWalletRecovery(
    tx: Db,
    user: UserKey,
    addresses: readonly string[],
    method: RecoveryMethod,
  ): Promise<void>;
  /**
   * Updates details of an account, such as with the provider's current data, if a user has it. Fields that are left
   * out stay as they were.
   */
  refreshDetails(db: Db, appId: string, account: NewAccount): Promise<void>;
  /** Returns the user in the form of the wire protocol, with accounts oldest first, or null. */
  findWireUser(user: UserKey): Promise<WireUser | null>;
}
