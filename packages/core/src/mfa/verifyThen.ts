import type { FactorPurpose } from '@latchkey/wire';
import type { FrameContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { callWithStepUps } from '../step-up/index.ts';

/** Loads the code that asks the frame, because few calls are refused. */
const verify = lazy(async () => (await import('./verify.ts')).verify);

/**
 * Makes a call that no code can go along with, such as one of the page's routes. If it is refused, the frame verifies a factor.
 *
 * @param purpose the one purpose for which a factor is verified: what a page asks the service takes a verification by name alone,
 * because a page has no proof key
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
 * Verifies a second factor before something that no prompt may interrupt, such as a popup.
 *
 * @param onRefused called before the person is prompted
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
 * Has a user verify a second factor for an operation of several steps that asks anew, even if one was verified a moment ago.
 * That opens the wallet as well, so that one prompt is enough. Users without a factor are not prompted.
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
