/**
 * The admission room: the hall that every login method passes. It alone knows intent (login now; link and update
 * later) and turns a proof into a user, or refuses: disabled method, allowlist, user limit, no such user.
 */
import type { MethodId } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { NewAccount } from '../users/index.ts';

/** What a method proves: who stands at the door. Never a session. */
export interface Proof {
  method: MethodId;
  account: NewAccount;
}

export interface Admission {
  /** @throws ServiceError `disallowed_login_method`, `allowlist_rejected`. Called before anything is sent. */
  checkBefore(app: App, method: MethodId, account: NewAccount): Promise<void>;
  /**
   * Admits a proof for login.
   * @throws ServiceError `disallowed_login_method`, `allowlist_rejected`, `max_accounts_reached`, `user_does_not_exist`.
   */
  admit(
    app: App,
    proof: Proof,
    options: { mode: 'login-or-sign-up' | 'no-signup' },
  ): Promise<{ userId: string; isNewUser: boolean }>;
}
