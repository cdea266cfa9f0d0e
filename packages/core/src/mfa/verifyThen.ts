import type { FactorPurpose } from '@latchkey/wire';
import type { FrameContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { callWithStepUps } from '../step-up/index.ts';

const verify = lazy(async () => (await import('./verify.ts')).verify);

/**
 * Makes a call that cannot include a code, such as the page's own request to the service. If it is refused, the frame
 * verifies a factor and the call is repeated.
 *
 * @param purpose the one act for which the factor is verified; without one, it only unlocks the wallet
 */
export function verifyThen<Result>(
  frame: FrameContext,
  purpose: FactorPurpose | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  return callWithStepUps(frame.session, {
    purpose,
    async attempt(factor, accept) {
      if (factor) {
        await verify(frame, factor, purpose);
        accept();
      }
      return call();
    },
  });
}

/**
 * Verifies a second factor before an operation that no prompt may interrupt, such as a popup.
 *
 * @param onRefused called if no earlier verification is valid or the check fails, before the user is prompted
 */
export function verifyFirst(
  frame: FrameContext,
  purpose: FactorPurpose | undefined,
  onRefused: () => void,
): Promise<void> {
  return callWithStepUps(frame.session, {
    purpose,
    attempt: (factor) =>
      verify(frame, factor, purpose).catch((error: unknown) => {
        if (!factor) onRefused();
        throw error;
      }),
  });
}

/**
 * Prompts for a second factor before an operation of several steps that needs a fresh verification, even if the wallet
 * is unlocked. Does not prompt if `verifyFactor` verified one for this purpose in the last two minutes; that
 * verification counts once. A verification also unlocks the wallet, so one prompt is enough. Users without a factor are
 * not prompted.
 */
export function verifyAnew(frame: FrameContext, purpose: FactorPurpose): Promise<void> {
  return callWithStepUps(frame.session, {
    purpose,
    isForced: true,
    attempt: async (factor) => {
      if (factor) await verify(frame, factor, purpose);
    },
  });
}
