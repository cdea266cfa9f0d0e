import type { FactorPurpose, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import type { FactorStepUp } from './factorStepUp.ts';
import { findStepUp, type StepUpKind } from './stepUps.ts';
import { listUsableFactors, type ShownFactor } from './usableFactors.ts';
import { withStepUps } from './withStepUps.ts';

/** Completes a step-up for a call that was refused. @returns false if no one completed it: the refusal stands */
type CompleteStepUp = (refusal: ServiceError) => Promise<boolean>;

/** A call that the service or the frame may refuse until the person has taken a step-up. */
export interface GuardedCall<Result> {
  /** The one purpose for which a second factor has to be verified; absent if it only opens the wallet. */
  readonly purpose?: FactorPurpose | undefined;
  /** True if a user who has a second factor is prompted before the first attempt. @default false */
  readonly isForced?: boolean;
  /** True for the login itself: the prompt comes before the first attempt. @default false */
  readonly isLogin?: boolean;
  /**
   * Makes the call, each time with the same input.
   *
   * @param factor goes along with the call; null if there is none
   * @param accept called as soon as the factor is known to be right, if more may fail afterwards
   */
  attempt(factor: ShownFactor | null, accept: () => void): Promise<Result>;
  /** Complete step-ups other than the second factor. If a refusal has none, it stands. */
  readonly complete?: { readonly [K in Exclude<StepUpKind, 'verify-factor'>]?: CompleteStepUp };
}

/** Loads the code that prompts for a factor, because few calls are refused. */
const loadFactorStepUp = lazy(async () => (await import('./factorStepUp.ts')).createFactorStepUp);

/**
 * Makes a call, and repeats it after each step-up that a refusal asks for: a second factor, for which the host or the modal is
 * prompted (MFA-21), and whatever `call.complete` knows.
 *
 * @throws ServiceError `missing_or_invalid_mfa` if no one prompts for a factor, or none would do; `mfa_timeout`,
 * `mfa_verification_max_attempts_reached`, `user_rejected_request` if the person cancels; and what the call throws
 */
export async function callWithStepUps<Result>(
  session: SessionContext,
  call: GuardedCall<Result>,
): Promise<Result> {
  const taken: { factor?: FactorStepUp } = {};
  const verify = async (refusal: ServiceError | null) => {
    taken.factor ??= await loadFactorStepUp(session, call);
    await taken.factor.complete(refusal);
    return 'again' as const;
  };
  try {
    const isForced = call.isForced && listUsableFactors(session).length > 0;
    if (call.isLogin || isForced) await verify(null);
    const result = await withStepUps(
      () => call.attempt(taken.factor?.take() ?? null, () => taken.factor?.accept()),
      async (kind, refusal) =>
        kind === 'verify-factor' ? verify(refusal) : ((await call.complete?.[kind]?.(refusal)) ?? false),
      (refusal) => (taken.factor?.isRefusedBy(refusal) ? 'verify-factor' : findStepUp(refusal)),
    );
    await taken.factor?.succeed();
    return result;
  } catch (error) {
    taken.factor?.fail(error);
    throw error;
  }
}
