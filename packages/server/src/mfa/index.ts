/**
 * Second factors: enrols, verifies and removes them, counts wrong codes, and remembers each verification: for which
 * session and proof key, for which purpose, and until when. Owns tables `mfa_factors`, `mfa_backup_codes`,
 * `mfa_enrollments`, `mfa_grants`, `mfa_removals`, `mfa_session_tries`, `mfa_day_tries` and `mfa_known_keys`. Uses
 * `apps`, `audit`, `challenges`, `new-numbers`, `safeguards`, `sessions`, `users`, the sealing, and phone numbers and
 * passkeys of `methods`. `custody` admits the callers of the factors' routes.
 */
import type {
  BackupCodesReply,
  FactorList,
  FactorPurpose,
  RemovalReply,
  VerifiedReply,
  VerifyBackupCodeBody,
} from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Db } from '../db/index.ts';
import type { Caller, Implementation } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { Session } from '../sessions/index.ts';
import type { AccountWatch } from '../users/index.ts';
import type { FactorBorder } from './factors/factor.ts';

export { createMfa } from './createMfa.ts';
export type { FactorBorder, ProveOwner } from './factors/factor.ts';

export interface GateCaller {
  /**
   * App whose settings say which methods it accepts and how long an unlock lasts. Without it, a refusal names all
   * methods of the user, and the wallet counts as locked.
   */
  readonly app?: App;
  readonly session: Session;
  /** Proof key of the frame; absent for a page, which has none. */
  readonly thumbprint?: string | undefined;
}

/**
 * Gate for acts that release something or change what protects a user. It refuses with `missing_or_invalid_mfa`, and
 * lists in `details.methods` the user's methods that the app accepts, which may be none.
 */
export interface FactorGate {
  /**
   * Passes acts that require an unlocked wallet.
   *
   * @returns remaining time of the unlock, ms; null for a user without a factor
   */
  checkUnlocked(db: Db, caller: GateCaller): Promise<number | null>;
  /** Returns the same as `checkUnlocked`, but 0 instead of refusing. */
  findUnlocked(db: Db, caller: GateCaller): Promise<number | null>;
  /**
   * Passes acts that require a fresh verification, without spending it. Passes every user without a factor.
   *
   * @returns true if a factor was verified, false for a user without one
   */
  checkFresh(db: Db, caller: GateCaller, purpose: FactorPurpose): Promise<boolean>;
  /**
   * Spends the verification, in the transaction of the act. One for an export stays valid until it is five minutes old.
   */
  spendFresh(tx: Db, caller: GateCaller, purpose: FactorPurpose): Promise<void>;
}

/** Caller of a second-factor route: the wallet frame, admitted by the custody border, or a page (no thumbprint). */
export interface FactorCaller extends GateCaller {
  readonly app: App;
  readonly caller: Caller;
  /** Origin of the page that the user sees. */
  readonly page: string | null;
}

/**
 * Operations that belong to no single method of second factors. They refuse with the codes of the routes of wire
 * `mfa`.
 */
export interface FactorOperations {
  makeBackupCodes(caller: FactorCaller): Promise<BackupCodesReply>;
  verifyBackupCode(caller: FactorCaller, body: VerifyBackupCodeBody): Promise<VerifiedReply>;
  /**
   * Permits a change of factors to a user who proved in another way that the wallet is theirs. Does not unlock it.
   *
   * @param what the proof that is used. Tries of the password are counted before it is checked, and separately from
   *   those of a recovery. An attacker without a factor could otherwise close the owner's recovery.
   * @param prove throws if the proof is wrong
   */
  permitChange(
    caller: FactorCaller,
    what: 'recovery_password' | 'recovery_passkey',
    prove: () => Promise<unknown>,
  ): Promise<VerifiedReply>;
  clear(caller: FactorCaller): Promise<void>;
  list(app: App, session: Session): Promise<FactorList>;
  requestRemoval(app: App, session: Session): Promise<RemovalReply>;
  /**
   * Cancels a removal for a session that began before the request, did not make it and is not pending; for an older
   * wallet device; or for a session and key that have unlocked the wallet.
   *
   * @param isOlder returns true if the calling wallet device is older than a time, Unix ms
   */
  cancelRemoval(
    caller: Pick<FactorCaller, 'app' | 'session' | 'thumbprint'>,
    isOlder: (atMs: number) => Promise<boolean>,
  ): Promise<void>;
}

export interface Mfa {
  readonly routes: Implementation[];
  readonly jobs: readonly Job[];
  readonly gate: FactorGate;
  readonly operations: FactorOperations;
  factorRoutes(border: FactorBorder): Implementation[];
  /**
   * Refuses a change of accounts if the user has a factor but no fresh verification for it. Does not spend the
   * verification, so it can run before the code of the change is used up; the watch spends it.
   *
   * @throws ServiceError `missing_or_invalid_mfa`
   */
  checkAccountChange(app: App, session: Session): Promise<void>;
  /**
   * Observes changes of accounts. Requires a verification of a user with a factor who removes or replaces a login email
   * address or phone number, and for other changes that ask for one.
   */
  readonly watch: AccountWatch;
  sweep(): Promise<void>;
}
