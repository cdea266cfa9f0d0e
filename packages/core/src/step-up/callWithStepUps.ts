import type { FactorPurpose, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import type { FactorStepUp } from './factorStepUp.ts';
import { findStepUp, type StepUpKind } from './stepUps.ts';
import { listUsableFactors, type ShownFactor } from './usableFactors.ts';
import { withStepUps } from './withStepUps.ts';

/** Completes a step-up for a refused call. @returns false if nobody completed it; the refusal is then thrown */
type CompleteStepUp = (refusal: ServiceError) => Promise<boolean>;

/** Call that the service or the frame may refuse until the user completes a step-up. */
export interface GuardedCall<Result> {
  /** Purpose for which a second factor must be verified; absent if the factor only opens the wallet. */
  readonly purpose?: FactorPurpose | undefined;
  /**
   * True if a user with a second factor is prompted before the first attempt, unless `noteFresh` noted a verification
   * for the purpose. @default false
   */
  readonly isForced?: boolean;
  /** True for the login itself, which prompts before the first attempt. @default false */
  readonly isLogin?: boolean;
  /**
   * Makes the call, each time with the same input.
   *
   * @param factor sent with the call; null if there is none
   * @param accept called as soon as the factor is known to be correct, if later steps may fail
   */
  attempt(factor: ShownFactor | null, accept: () => void): Promise<Result>;
  /** Functions that complete step-ups other than the second factor. If a step-up has none, the refusal is thrown. */
  readonly complete?: { readonly [K in Exclude<StepUpKind, 'verify-factor'>]?: CompleteStepUp };
}

const loadFactorStepUp = lazy(async () => (await import('./factorStepUp.ts')).createFactorStepUp);

/**
 * Makes a call, and repeats it after each step-up that a refusal requires: a second factor, for which the modal or
 * the host prompts (MFA-21), and the step-ups of `call.complete`.
 *
 * @throws ServiceError `missing_or_invalid_mfa` if nothing prompts for a factor, or no factor would help;
 *   `mfa_timeout`, `mfa_verification_max_attempts_reached`, `user_rejected_request` if the user cancels; and the
 *   errors of the call
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
