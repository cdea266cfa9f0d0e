import type { Audit } from '../audit/index.ts';
import type { Db } from '../db/index.ts';
import type { Notices } from '../safeguards/index.ts';
import type { UserKey } from '../userKey.ts';
import { takeFactorRemoval } from './removalStore.ts';

/** Actor that requests, cancels or performs a removal of all factors. `system` is the service. */
export type Canceller =
  | { type: 'user'; id: string }
  | { type: 'operator'; id: string | null }
  | { type: 'system' };

/** Cancels the removal of all factors of a user, in the caller's transaction. Returns false if none was pending. */
export type CancelRemoval = (tx: Db, user: UserKey, by: Canceller) => Promise<boolean>;

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
