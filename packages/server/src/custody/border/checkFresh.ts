import type { Sessions } from '../../sessions/index.ts';
import type { CustodyCaller } from './admitCustody.ts';

/**
 * Lets a custody act pass that a stolen session must not do (docs/custody.md, custody routes: set recovery, export,
 * revoking a device), or throws. Asked before the act's transaction, and before it releases or stores anything.
 *
 * It throws ServiceError `recent_login_required` where the user proved who they are longer ago than the app's
 * `sensitive_max_age`; `POST /api/v1/sessions/reauthenticate` cures it.
 */
export type CheckFresh = (caller: Pick<CustodyCaller, 'app' | 'session'>) => Promise<void>;

/**
 * Makes the check: the rule by which accounts are changed, so that there is one. A promise, because anyone who has a second
 * factor will spend a grant here, which the database keeps.
 */
export function createCheckFresh({ sessions }: { sessions: Sessions }): CheckFresh {
  return async ({ app, session }) => sessions.requireRecentLogin(app, session);
}
