import type { FrameContext } from '../contexts.ts';
import { callWithStepUps, findFactorPromptHandler, listUsableFactors, unverified } from '../step-up/index.ts';
import { showFactor } from './verify.ts';

/**
 * Prompts for the second factor that a pending session needs. Calls that wait for a factor share the prompt.
 *
 * @throws ServiceError `missing_or_invalid_mfa` if the app accepts none of the user's methods, and the error that
 *   ended the prompt
 */
export async function verifyLogin(frame: FrameContext): Promise<void> {
  // The modal's screen explains that the app accepts none of the methods. A host's own screen could show nothing.
  if (listUsableFactors(frame.session).length === 0 && !findFactorPromptHandler(frame.session))
    throw unverified(frame.session);
  await callWithStepUps(frame.session, {
    isLogin: true,
    async attempt(factor) {
      if (factor) await showFactor(frame, factor, undefined);
    },
  });
}
