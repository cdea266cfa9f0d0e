/**
 * Decides whether a proof becomes a user. It alone knows what an app allows; every login method passes it, before it
 * sends a code and after it has a proof. Owns no table. Uses `apps`, `users`, and `sessions` for a caller who is
 * signed in already.
 */
import type { MethodFlagName, MethodId, TokenReply, WireUser } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Caller } from '../http/index.ts';
import type { Claim, Proof } from '../proof.ts';
import type { AccountKey, ChangeAuthor } from '../users/index.ts';
import type { GivenCode } from './proveCode.ts';

export { type Claim, type Proof, toProof } from '../proof.ts';
export { createAdmission } from './createAdmission.ts';

/** Whether a user without an account may get one. */
export type LoginMode = 'login-or-sign-up' | 'no-signup';

/** Who adds an account to themselves, in which session and on which page. */
export interface Linker {
  readonly userId: string;
  readonly by: ChangeAuthor;
}

export interface Admission {
  /**
   * Checks that the app has a method on; of one with several flags the one that is named, or any. Methods ask before
   * anything is sent or burnt.
   * @throws ServiceError `disallowed_login_method`.
   */
  checkMethod(app: App, method: MethodId, flag?: MethodFlagName): void;
  /**
   * Checks, before anything is sent, that the app lets an account in, as far as that can be told without looking at
   * users: what a stranger sees does not depend on whether the account exists (S30).
   * @throws ServiceError `disallowed_login_method`, `disallowed_plus_email`, `allowlist_rejected`
   */
  checkAccount(app: App, claim: Claim): Promise<void>;
  /** Tells whether an account is one of those among which the app's test account lies: nothing is sent to them. */
  isReserved(app: App, account: AccountKey): boolean;
  /**
   * Checks what is asked before a code is sent, and tells whether one is to be: none of those that are reserved, which are
   * all answered alike.
   * @throws ServiceError the codes of `checkAccount`
   */
  checkSend(app: App, claim: Claim): Promise<boolean>;
  /**
   * Proves that someone reads what is sent to a recipient, by the code that was sent there, which it uses up; of the
   * app's test account, by the code that it always has.
   * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
   */
  proveCode(app: App, given: GivenCode): Promise<Proof>;
  /**
   * Admits a proof for login and starts a session: of the user who has the account, or of a new one unless `mode` is
   * `no-signup`. A guest, told by the token of a living session, becomes the user of an account that no one has
   *; their sessions end.
   *
   * @throws ServiceError the codes of `checkAccount`, `user_does_not_exist`, `max_accounts_reached`,
   *   `linked_to_another_user` for a guest with a wallet and an account of another user's
   */
  logIn(app: App, proof: Proof, options: { mode: LoginMode; caller: Caller }): Promise<TokenReply>;
  /**
   * The same for an account that a code proves: the code is used up and the session begun in one statement.
   *
   * @throws ServiceError those of `logIn`, `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
   */
  logInByCode(app: App, login: GivenCode & { mode: LoginMode; caller: Caller }): Promise<TokenReply>;
  /**
   * Admits a proof for a sign-up and starts a session: the account must be no one's yet, because what was proved is that
   * someone made it, not that they had it. A guest becomes its user.
   *
   * @throws ServiceError the codes of `checkAccount`, `max_accounts_reached`, `linked_to_another_user`
   */
  signUp(app: App, proof: Proof, caller: Caller): Promise<TokenReply>;
  /** Tells whether a user is a guest: known by nothing but a credential of their browser. */
  isGuest(app: App, userId: string): Promise<boolean>;
  /** Tells whether a user has an account of a type. */
  hasType(app: App, userId: string, type: AccountKey['type']): Promise<boolean>;
  /** Tells whether a user has an account. */
  isLinked(app: App, userId: string, account: AccountKey): Promise<boolean>;
  /**
   * Asks, before a code is burnt, whether a user may link an account. Nothing here tells of other users.
   * @returns the user as they are, when they have this very account already: a call whose answer was lost, sent again
   * @throws ServiceError the codes of `checkAccount`, `cannot_link_more_of_type` (LINK-03)
   */
  checkLink(app: App, claim: Claim, userId: string): Promise<WireUser | null>;
  /**
   * The same for an update.
   * @throws ServiceError the codes of `checkAccount`, `not_found` for an old account that the user does not have
   */
  checkUpdate(app: App, claim: Claim, change: { userId: string; old: AccountKey }): Promise<void>;
  /**
   * Admits a proof for linking: adds the account to the user. A guest's other sessions end, and the one that calls goes on.
   * @throws ServiceError the codes of `checkAccount`, `cannot_link_more_of_type`, `linked_to_another_user`
   */
  link(app: App, proof: Proof, by: Linker): Promise<WireUser>;
  /**
   * Admits a proof for an update: puts the account in the place of the user's old one.
   * @throws ServiceError the codes of `checkAccount`, `not_found` for an old account that the user does not have,
   *   `linked_to_another_user`
   */
  update(
    app: App,
    proof: Proof,
    change: { userId: string; old: AccountKey; by: ChangeAuthor },
  ): Promise<WireUser>;
  /**
   * Admits a proof for a transfer: moves the account from the user who has it. Of a guest as by a link.
   * @throws ServiceError the codes of `checkAccount`, `invalid_credentials` when that user has it no more,
   *   `cannot_link_more_of_type`, `cannot_unlink_sole_account` where it is the only way to a wallet
   */
  transfer(app: App, proof: Proof, move: Linker & { fromUserId: string }): Promise<WireUser>;
  /**
   * Takes an account from its user.
   * @throws ServiceError `not_found`, `cannot_unlink_sole_account`
   */
  unlink(app: App, account: AccountKey, change: { userId: string; by: ChangeAuthor }): Promise<WireUser>;
}
