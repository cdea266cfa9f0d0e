/**
 * Second factors: enrols, verifies and removes them, counts wrong codes, and remembers each verification: for which
 * session and proof key, for which purpose, and until when. Every action that a first factor alone must not permit
 * passes its gate. Owns tables `mfa_factors`, `mfa_backup_codes`, `mfa_enrollments`, `mfa_grants`, `mfa_removals`,
 * `mfa_session_tries`, `mfa_day_tries` and `mfa_known_keys`. Uses `sessions`, `users`, `challenges`, `safeguards`, the
 * sealing, and the login methods' readers of phone numbers and passkeys. `custody` admits the callers of its routes: most
 * answer the wallet frame alone.
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

/** Who asks to pass the gate. */
export interface GateCaller {
  /** Says which methods would do; without it a refusal names all of the user's. */
  readonly app?: App;
  readonly session: Session;
  /** The proof key of the frame; absent where a page asks, which has none. */
  readonly thumbprint?: string | undefined;
}

/**
 * What an act asks that releases something, or changes what protects a user. Its refusal is `missing_or_invalid_mfa`, with
 * the methods that would do in `details.methods`: none of them where the app takes none of the user's factors any more,
 * and then the act stays refused.
 */
export interface FactorGate {
  /**
   * Lets an act pass that the wallet must be open for.
   * @returns for how long it stays open, ms; null for a user without a factor
   */
  checkUnlocked(db: Db, caller: GateCaller): Promise<number | null>;
  /** The same without a refusal: 0 where a factor is to be verified first. */
  findUnlocked(db: Db, caller: GateCaller): Promise<number | null>;
  /**
   * Lets an act pass that asks anew, as far as can be told before it is done. Of a user without a factor it asks nothing.
   * @returns whether the user has a factor, so that nothing else need be asked
   */
  checkFresh(db: Db, caller: GateCaller, purpose: FactorPurpose): Promise<boolean>;
  /** Spends the verification in the transaction that does the act; of an export it is good for a while. */
  spendFresh(tx: Db, caller: GateCaller, purpose: FactorPurpose): Promise<void>;
}

/** A call about second factors that the custody border admitted, or a page's (no thumbprint). */
export interface FactorCaller extends GateCaller {
  readonly app: App;
  readonly caller: Caller;
  /** The page that the person looks at, as an origin. */
  readonly page: string | null;
}

/** Operations that no single method of second factors owns. Their refusals are those of the routes of wire `mfa`. */
export interface FactorOperations {
  makeBackupCodes(caller: FactorCaller): Promise<BackupCodesReply>;
  verifyBackupCode(caller: FactorCaller, body: VerifyBackupCodeBody): Promise<VerifiedReply>;
  /**
   * Permits a change of factors to a person who has proved otherwise that the wallet is theirs; it opens no wallet.
   * @param what proves it; tries of a password are counted before it is looked at, apart from those of a recovery, which
   *   a thief who has no factor would else close to the owner
   * @param prove throws where it is wrong
   */
  permitChange(
    caller: FactorCaller,
    what: 'recovery_password' | 'recovery_passkey',
    prove: () => Promise<unknown>,
  ): Promise<VerifiedReply>;
  /** Forgets what was verified by this session and key. */
  clear(caller: FactorCaller): Promise<void>;
  list(app: App, session: Session): Promise<FactorList>;
  requestRemoval(app: App, session: Session): Promise<RemovalReply>;
  /**
   * Cancels a removal for a session that began before it was asked for, or has verified a factor.
   * @param isOlder tells whether the wallet's device that asks is older than a time, Unix ms
   */
  cancelRemoval(
    caller: Pick<FactorCaller, 'app' | 'session' | 'thumbprint'>,
    isOlder: (atMs: number) => Promise<boolean>,
  ): Promise<void>;
}

export interface Mfa {
  /** The operator's. */
  readonly routes: Implementation[];
  readonly jobs: readonly Job[];
  readonly gate: FactorGate;
  readonly operations: FactorOperations;
  /** Creates the routes of every method of second factors. */
  factorRoutes(border: FactorBorder): Implementation[];
  /**
   * Refuses a change of accounts for want of a factor, before a code is burnt for it: of a login e-mail address or number,
   * or of any account where the app wants that. The watch
   * spends the verification where the change is made.
   * @throws ServiceError `missing_or_invalid_mfa`
   */
  checkAccountChange(app: App, session: Session): Promise<void>;
  /** Hears of every change of accounts: a login e-mail address or number changes only with a factor. */
  readonly watch: AccountWatch;
  /** Deletes what has expired; never in a request. */
  sweep(): Promise<void>;
}
