import type { Internals } from '../internals.ts';
import { findFactorPromptHandler } from './findFactorPromptHandler.ts';
import { listUsableFactors, unverified } from './guardedAct.ts';
import { showFactor } from './verify.ts';
import { verifyAndRetry } from './verifyAndRetry.ts';

/**
 * Has a person who logs in asked for a second factor, together with whatever else waits for one.
 *
 * @throws ServiceError `missing_or_invalid_mfa` where no method of theirs would do, and what the asking ended with
 */
export async function verifyLogin(internals: Internals): Promise<void> {
  // A screen says why it cannot be; a host's own would have nothing to show.
  if (listUsableFactors(internals).length === 0 && !findFactorPromptHandler(internals))
    throw unverified(internals);
  await verifyAndRetry(
    internals,
    {
      isLogin: true,
      async attempt(shown) {
        if (shown) await showFactor(internals, shown, undefined);
      },
    },
    null,
  );
}
