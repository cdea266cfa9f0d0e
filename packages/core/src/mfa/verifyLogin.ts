import type { FrameContext } from '../contexts.ts';
import { callWithStepUps, findFactorPromptHandler, listUsableFactors, unverified } from '../step-up/index.ts';
import { showFactor } from './verify.ts';

/**
 * Prompts a person who logs in for a second factor, together with the calls that wait for one.
 *
 * @throws ServiceError `missing_or_invalid_mfa` if no method of theirs would do, and what the prompt ended with
 */
export async function verifyLogin(frame: FrameContext): Promise<void> {
  // A screen says why it cannot be; a host's own would have nothing to show.
  if (listUsableFactors(frame.session).length === 0 && !findFactorPromptHandler(frame.session))
    throw unverified(frame.session);
  await callWithStepUps(frame.session, {
    isLogin: true,
    async attempt(factor) {
      if (factor) await showFactor(frame, factor, undefined);
    },
  });
}
