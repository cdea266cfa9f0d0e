import type { Audit } from '../audit/index.ts';
import type { Db } from '../db/index.ts';
import type { Notices } from '../safeguards/index.ts';
import type { UserKey } from '../userKey.ts';
import { takeFactorRemoval } from './removalStore.ts';

/** Actor that cancels a removal; `system` is the service, after the app turned removals off. */
export type Canceller = { type: 'user'; id: string } | { type: 'operator' } | { type: 'system' };

/** Cancels the removal of all factors of a user, in the caller's transaction; false if there is none. */
export type CancelRemoval = (tx: Db, user: UserKey, by: Canceller) => Promise<boolean>;

/** Creates the cancelling of removals, which a verified factor needs as well as the removals themselves. */
export function createCancelRemoval(deps: { audit: Audit; notices: Notices }): CancelRemoval {
  const { audit, notices } = deps;
  return async (tx, { appId, userId }, actor) => {
    if (!(await takeFactorRemoval(tx, { appId, userId }))) return false;
    const kind = 'mfa.removal_cancelled';
    const subject = await audit.record(tx, appId, { kind, userId, actor });
    await notices.owe(tx, { appId, userId, sessionId: subject }, { kind, subject }, 'all');
    return true;
  };
}
