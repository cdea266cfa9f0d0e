/**
 * The admission room: the hall that every login method passes. It alone knows what an app allows and turns a proof
 * into a user, or refuses. Owns no table; asks apps and users. Methods ask it, before they send and after they prove.
 */
import type { MethodId } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { AccountKey, NewAccount } from '../users/index.ts';

export { createAdmission } from './createAdmission.ts';

/** What a method proves: who stands at the door. Never a session. */
export interface Proof {
  method: MethodId;
  account: NewAccount;
}

export interface Admission {
  /**
   * Checks that the app has a method on. Methods ask before anything is sent or burnt.
   * @throws ServiceError `disallowed_login_method`.
   */
  checkMethod(app: App, method: MethodId): void;
  /**
   * Checks, before anything is sent, that the app lets an account in, as far as that can be told without looking at
   * users: what a stranger sees does not depend on whether the account exists (S30).
   * @throws ServiceError `disallowed_login_method`, `disallowed_plus_email`, `allowlist_rejected`
   */
  checkAccount(app: App, method: MethodId, account: AccountKey): Promise<void>;
  /** The code that is always good for an account, where it is the app's test account; else null. */
  findTestCode(app: App, account: AccountKey): string | null;
  /**
   * Admits a proof for login: finds the user, or makes one unless `mode` is `no-signup`.
   * @throws ServiceError the codes of `checkAccount`, `user_does_not_exist`, `max_accounts_reached`
   */
  admit(
    app: App,
    proof: Proof,
    options: { mode: 'login-or-sign-up' | 'no-signup' },
  ): Promise<{ userId: string; isNewUser: boolean }>;
}
