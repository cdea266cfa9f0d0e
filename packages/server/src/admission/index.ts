/**
 * The admission room: the hall that every login method passes. It alone knows what an app allows and turns a proof
 * into a user, or refuses. Owns no table; asks the users room. Methods ask it, before they send and after they prove.
 */
import type { MethodId } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { NewAccount } from '../users/index.ts';

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
   * Admits a proof for login: finds the user, or makes one unless `mode` is `no-signup`.
   * @throws ServiceError `disallowed_login_method`, `user_does_not_exist`.
   */
  admit(
    app: App,
    proof: Proof,
    options: { mode: 'login-or-sign-up' | 'no-signup' },
  ): Promise<{ userId: string; isNewUser: boolean }>;
}
