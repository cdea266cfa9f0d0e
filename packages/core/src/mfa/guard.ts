import type { ServiceError } from '@latchkey/wire';
import type { Internals } from '../internals.ts';
import { lazy } from '../lazy.ts';
import { findFactorPrompt } from '../step-up/index.ts';
import { type GuardedAct, listUsableFactors } from './guardedAct.ts';

/** Few acts are refused: what asks and tries again is loaded then. */
const loadLoop = lazy(async () => (await import('./verifyAndRetry.ts')).verifyAndRetry<unknown>);

/**
 * Does an act that may be refused for want of a second factor: has one asked for then, and tries again (MFA-21).
 *
 * @throws ServiceError `missing_or_invalid_mfa` where no one asks for it, or none would do; `mfa_timeout`,
 * `mfa_verification_max_attempts_reached`, `user_rejected_request` where the person cancelled; and what the act throws
 */
export async function withFactor<Result>(internals: Internals, act: GuardedAct<Result>): Promise<Result> {
  let refusal: ServiceError | null = null;
  if (!isDueFirst(internals, act)) {
    try {
      return await act.attempt(null, () => {});
    } catch (error) {
      if (!findFactorPrompt(error)) throw error;
      refusal = error as ServiceError;
    }
  }
  return (await loadLoop(internals, act, refusal)) as Result;
}

/** Whether an act that asks anew is not yet verified for: a screen may have had that done just before it. */
function isDueFirst(internals: Internals, { isForced, purpose }: GuardedAct<unknown>): boolean {
  if (!isForced || listUsableFactors(internals).length === 0) return false;
  const { environment, factors } = internals;
  const { fresh } = factors;
  if (!fresh || fresh.untilMs <= environment.clock.monotonicNow()) return true;
  if (fresh.purpose !== purpose) return true;
  factors.fresh = null;
  return false;
}
