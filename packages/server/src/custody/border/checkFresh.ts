import type { FactorPurpose } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { FactorGate, GateCaller } from '../../mfa/index.ts';
import type { Sessions } from '../../sessions/index.ts';
import type { CustodyCaller } from './admitCustody.ts';

type FreshCaller = Pick<CustodyCaller, 'app' | 'session'> & Pick<GateCaller, 'thumbprint'>;

/** Lets a custody act pass that a stolen session must not do (docs/custody.md, custody routes), or throws. */
export interface FreshCheck {
  /**
   * Asked before the act's transaction, and before anything is released or stored: a user with a second factor has
   * verified one for this very act, any other has logged in recently.
   *
   * @returns whether a factor was asked for
   * @throws ServiceError `missing_or_invalid_mfa`; `recent_login_required` where the user proved who they are longer ago
   *   than the app's `sensitive_max_age`, which `POST /api/v1/sessions/reauthenticate` cures; `account_on_hold`
   */
  check(caller: FreshCaller, purpose: FactorPurpose): Promise<boolean>;
  /** Spends the verification in the transaction that does the act. @throws ServiceError `missing_or_invalid_mfa` */
  spend(tx: Db, caller: FreshCaller, purpose: FactorPurpose): Promise<void>;
}

/** Makes the check: without a factor the rule by which accounts are changed, so that there is one. */
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
