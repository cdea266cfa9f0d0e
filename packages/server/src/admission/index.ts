/**
 * Decides whether a proof becomes a user. Login methods call it before they send a code and after they have a proof.
 * Owns no table. Uses `apps`, `challenges`, `sessions` and `users`.
 */
import type { MethodFlagName, MethodId, TokenReply, WireUser } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';
import type { Claim, Proof } from '../proof.ts';
import type { AccountKey, ChangeAuthor } from '../users/index.ts';
import type { GivenCode } from './proveCode.ts';

export { type Claim, type Proof, toProof } from '../proof.ts';
export { createAdmission } from './createAdmission.ts';

/** Allows or forbids a login to create a new user. */
export type LoginMode = 'login-or-sign-up' | 'no-signup';

/** User to whom an account is linked or transferred, and the author of the change. */
export interface Linker {
  readonly userId: string;
  readonly by: ChangeAuthor;
}

export interface Admission {
  /**
   * Checks that an app has a method on. For a method with several flags, checks `flag`, or without it that any of them
   * is on.
   * @throws ServiceError `disallowed_login_method`.
   */
  checkMethod(app: App, method: MethodId, flag?: MethodFlagName): void;
  /**
   * Checks that the app allows an account. It reads no users, so its result does not tell an attacker if a user has the
   * account (S30).
   * @throws ServiceError `disallowed_login_method`, `disallowed_plus_email`, `allowlist_rejected`
   */
  checkAccount(app: App, claim: Claim): Promise<void>;
  /** Returns true if an account is an address or number that the app reserves for its test account. */
  isReserved(app: App, account: AccountKey): boolean;
  /**
   * Checks a request for a code, and returns true if a code must be sent. Reserved accounts get no code, and all get
   * the same answer.
   * @throws ServiceError the codes of `checkAccount`
   */
  checkSend(app: App, claim: Claim): Promise<boolean>;
  /**
   * Proves with the sent code, which is then used up, that the caller can read the recipient's messages. The fixed code
   * proves the app's test account.
   * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
   */
  proveCode(app: App, given: GivenCode): Promise<Proof>;
  /**
   * Admits a proof for login and starts a session of the account's user. If no user has the account, one is created,
   * unless `mode` is `no-signup`. If the caller is a guest who logs in by another method, the guest becomes that user
   * instead. The guest's sessions end then, and also if the account is another user's.
   *
   * @throws ServiceError the codes of `checkAccount`, `user_does_not_exist`, `max_accounts_reached`,
   *   `origin_not_allowed` as `Sessions.start`, `linked_to_another_user` for a guest with a wallet and an account of
   *   another user
   */
  logIn(app: App, proof: Proof, options: { mode: LoginMode; caller: Caller }): Promise<TokenReply>;
  /**
   * Same as `logIn` for an account that a code proves. One statement uses up the code and starts the session, unless
   * the account has no user yet or is reserved, or the caller is a guest.
   *
   * @throws ServiceError those of `logIn`, `invalid_credentials` for a wrong, expired, superseded, exhausted or
   *   used code
   */
  logInByCode(app: App, login: GivenCode & { mode: LoginMode; caller: Caller }): Promise<TokenReply>;
  /**
   * Admits a proof for a sign-up and starts a session. The account must be new: the proof shows that the caller
   * created it, not that they already had it. If the caller is a guest, the guest becomes its user, or
   * keeps their sessions if another user has the account.
   *
   * @throws ServiceError the codes of `checkAccount`, `max_accounts_reached`, `linked_to_another_user`,
   *   `origin_not_allowed` as `Sessions.start`
   */
  signUp(app: App, proof: Proof, caller: Caller): Promise<TokenReply>;
  isGuest(app: App, userId: string): Promise<boolean>;
  hasType(app: App, userId: string, type: AccountKey['type']): Promise<boolean>;
  isLinked(app: App, userId: string, account: AccountKey): Promise<boolean>;
  /**
   * Checks that a user may link an account, before a code is used up if the account is known by then. An attacker must
   * not learn here which accounts other users have, so it reads only this user's accounts, and answers all reserved
   * accounts alike.
   * @returns the user if they already have this account, because the call may repeat one whose answer was lost; else
   *   null
   * @throws ServiceError the codes of `checkAccount`, `cannot_link_more_of_type` (LINK-03),
   *   `missing_or_invalid_token` if the user no longer exists
   */
  checkLink(app: App, claim: Claim, userId: string): Promise<WireUser | null>;
  /**
   * Checks, before a code is used up, that a user may update an account. Reserved accounts are all answered alike.
   * @throws ServiceError the codes of `checkAccount`, `not_found` for an old account that the user does not have
   */
  checkUpdate(app: App, claim: Claim, change: { userId: string; old: AccountKey }): Promise<void>;
  /**
   * Admits a proof for linking and adds the account to the user. A guest's other sessions end; the calling session
   * continues.
   * @throws ServiceError the codes of `checkAccount` and of `UserChanges.link`
   */
  link(app: App, proof: Proof, by: Linker): Promise<WireUser>;
  /**
   * Admits a proof for an update and replaces the user's old account.
   * @throws ServiceError the codes of `checkAccount` and of `UserChanges.replace`
   */
  update(
    app: App,
    proof: Proof,
    change: { userId: string; old: AccountKey; by: ChangeAuthor },
  ): Promise<WireUser>;
  /**
   * Admits a proof for a transfer and moves the account from the user who has it. A guest's other sessions end, as
   * with a link.
   * @throws ServiceError the codes of `checkAccount` and of `UserChanges.transfer`
   */
  transfer(app: App, proof: Proof, move: Linker & { fromUserId: string }): Promise<WireUser>;
  /**
   * Removes an account from its user.
   * @throws ServiceError the codes of `UserChanges.unlink`
   */
  unlink(app: App, account: AccountKey, change: { userId: string; by: ChangeAuthor }): Promise<WireUser>;
}
