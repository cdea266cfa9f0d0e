import { type FactorPurpose, isCode, limits, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import type { GuardedCall } from './callWithStepUps.ts';
import { type FactorPromptHandler, findFactorPromptHandler } from './factorHandlers.ts';
import { findFactorPrompt } from './factorPrompt.ts';
import { findPrompt, openPrompt, type Prompt, type Submission, withType } from './prompt.ts';
import type { ShownFactor } from './usableFactors.ts';
import { renewVerified, takeFresh, unverified } from './verification.ts';

/** Verification of a second factor for one call. */
export interface FactorStepUp {
  /**
   * Gets a factor: verified by the prompt handler, such as the modal's screen, or as a code that the host submits after
   * its listener was called, which is sent with the next attempt. If the user is being prompted for another call, waits
   * for that prompt, and then needs no factor.
   *
   * @param refusal null before the first attempt
   * @throws ServiceError the refusal if nothing prompts, or if the factor was correct and the call is still
   *   refused; `mfa_verification_max_attempts_reached` after four attempts (MFA-21), `mfa_timeout`,
   *   `user_rejected_request`
   */
  complete(refusal: ServiceError | null): Promise<void>;
  /** Returns the factor for the next attempt. A code is used once: later attempts get null. */
  take(): ShownFactor | null;
  accept(): void;
  /** Returns true if a refusal means that the submitted factor was wrong. */
  isRefusedBy(refusal: unknown): boolean;
  succeed(): Promise<void>;
  /** Ends the step-up after the call failed. Other calls that wait for the same prompt make their own attempt. */
  fail(error: unknown): void;
}

/** Creates the step-up of a call. It does not prompt before `complete` is called. */
export function createFactorStepUp(
  session: SessionContext,
  { purpose, isForced, isLogin }: Omit<GuardedCall<unknown>, 'attempt' | 'complete'>,
): FactorStepUp {
  /** Prompt that this call opened for the host's listeners, and the last submission. */
  let prompt: Prompt | null = null;
  let submission: Submission | null = null;
  let left: ShownFactor | null = null;
  let isRight = false;
  let refusals = 0;

  async function takeNext(from: Prompt): Promise<void> {
    submission = null;
    submission = await from.next();
    left = submission.shown;
    isRight = false;
  }

  async function promptAnyone(refusal: ServiceError): Promise<void> {
    const standing = named(refusal, purpose);
    const other = findPrompt(session.page);
    if (other) {
      if (!(await other.ended)) throw standing;
      return;
    }
    const promptHandler = findFactorPromptHandler(session);
    if (promptHandler) {
      await promptByHandler(session, promptHandler, standing, isLogin);
      isRight = true;
      return;
    }
    const { listeners } = session.factors;
    if (listeners.size === 0) throw standing;
    const { methods = [] } = findFactorPrompt(standing) ?? {};
    prompt = openPrompt(session);
    for (const listener of listeners) listener(methods);
    await takeNext(prompt);
  }

  const step: FactorStepUp = {
    async complete(refusal) {
      if (refusal) refusals += 1;
      else if (isForced && takeFresh(session, purpose)) return; // the user just verified it on a screen
      try {
        if (isRight) throw refusal; // prompting again could go on forever
        if (refusals >= limits.factorAttempts) throw withType('mfa_verification_max_attempts_reached');
        if (!prompt) return await promptAnyone(refusal ?? unverified(session));
        submission?.reject(refusal);
        await takeNext(prompt);
      } catch (error) {
        // The other waiting calls fail with the same error, because nothing prompts for them any more.
        submission?.reject(error);
        prompt?.end(isCode(error) ? error : true);
        throw error;
      }
    },
    take() {
      const factor = left;
      left = null;
      return factor;
    },
    accept() {
      isRight = true;
      submission?.resolve();
      prompt?.end(true);
    },
    isRefusedBy: (refusal) => submission !== null && !isRight && isWrongFactor(refusal),
    async succeed() {
      if (!submission) return;
      step.accept();
      await renewVerified(session).catch(() => null); // the call has succeeded, and the next refresh fetches the new tokens
    },
    fail(error) {
      submission?.reject(error);
      prompt?.end(true);
    },
  };
  return step;
}

async function promptByHandler(
  session: SessionContext,
  promptHandler: FactorPromptHandler,
  standing: ServiceError,
  isLogin: boolean | undefined,
): Promise<void> {
  const { purpose } = findFactorPrompt(standing) ?? {};
  const prompt = openPrompt(session);
  try {
    const answer = promptHandler(standing, {
      ...(purpose ? { purpose } : {}),
      ...(isLogin ? { isLogin } : {}),
    });
    prompt.end(await Promise.race([answer, prompt.ended]));
  } catch (error) {
    prompt.end(isCode(error) ? error : new ServiceError('internal_error', { cause: error }));
    throw error;
  }
  if (!(await prompt.ended)) throw standing;
  session.factors.fresh.set(null); // this call uses up the fresh verification
}

/**
 * Returns true if a refusal may mean a wrong factor: it has no list of methods, or one that is not empty. An empty
 * list means that no factor would help (MFA-19).
 */
function isWrongFactor(error: unknown): boolean {
  if (!isCode(error, 'missing_or_invalid_mfa')) return false;
  return error.details?.methods === undefined || findFactorPrompt(error) !== null;
}

/** Adds the purpose to a refusal, because the service does not name it. */
function named(refusal: ServiceError, purpose: FactorPurpose | undefined): ServiceError {
  if (purpose === undefined) return refusal;
  const { code, message, details } = refusal;
  return new ServiceError(code, { message, details: { ...details, purpose }, cause: refusal });
}
