import type { FactorPurpose } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { FactorGate, GateCaller } from '../../mfa/index.ts';
import type { Sessions } from '../../sessions/index.ts';
import type { CustodyCaller } from './admitCustody.ts';

type FreshCaller = Pick<CustodyCaller, 'app' | 'session'> & Pick<GateCaller, 'thumbprint'>;

/**
 * Requires a recent login or a fresh second factor, because an attacker may have stolen the session (docs/custody.md,
 * custody routes).
 */
export interface FreshCheck {
  /**
   * Refuses a user with a second factor who has not verified it for this purpose, and any other user whose login is not
   * recent. If the app's `sensitive_max_age` is 0, the login may be of any age.
   *
   * @returns true if a factor was required
   * @throws ServiceError `missing_or_invalid_mfa`; `recent_login_required` if the session's `auth_time` is older
   *   than the app's `sensitive_max_age` (`POST /api/v1/sessions/reauthenticate` renews it); `account_on_hold`
   */
  check(caller: FreshCaller, purpose: FactorPurpose): Promise<boolean>;
  /**
   * Spends the verification of a user with a second factor. One for an export stays valid until it is
   * `limits.exportFactorMs` old.
   *
   * @throws ServiceError `missing_or_invalid_mfa`
   */
  spend(tx: Db, caller: FreshCaller, purpose: FactorPurpose): Promise<void>;
}

export function createCheckFresh(
  db: Db,
  { gate, sessions }: { gate: FactorGate; sessions: Sessions },
): FreshCheck {
  return {
    async check(caller, purpose) {
      sessions.checkHold(caller.session);
      if (await gate.checkFresh(db, caller, purpose)) return true;
      sessions.requireRecentLogin(caller.app, caller.session);
      return false;
    },
    spend: gate.spendFresh,
  };
}
