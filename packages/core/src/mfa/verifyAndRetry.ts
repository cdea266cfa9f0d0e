import { type FactorPurpose, isCode, limits, ServiceError } from '@latchkey/wire';
import type { Internals } from '../internals.ts';
import { findFactorPrompt } from '../step-up/index.ts';
import { findFactorPromptHandler } from './findFactorPromptHandler.ts';
import { type GuardedAct, renewVerified, unverified } from './guardedAct.ts';
import { findPrompt, openPrompt, type Prompt, type Submission, withType } from './prompt.ts';
import type { FactorPromptHandler } from './slots.ts';

/**
 * Has a second factor asked for, and tries an act again: four attempts in all (MFA-21). While a person is asked for another
 * operation, it waits for what comes of that, and needs no factor of its own then.
 *
 * @param refusal of the first attempt; null where there was none, because the act asks first
 */
export async function verifyAndRetry<Result>(
  internals: Internals,
  act: GuardedAct<Result>,
  refusal: ServiceError | null,
): Promise<Result> {
  let tries = refusal ? 1 : 0;
  let standing = refusal ? named(refusal, act.purpose) : named(unverified(internals), act.purpose);
  const counted: GuardedAct<Result>['attempt'] = (shown, accept) => {
    tries += 1;
    return act.attempt(shown, accept);
  };
  const isSpent = () => tries >= limits.factorAttempts;

  while (!isSpent()) {
    const other = findPrompt(internals);
    if (!other) {
      const promptHandler = findFactorPromptHandler(internals);
      if (promptHandler)
        return await promptAndRetry(internals, {
          promptHandler,
          standing,
          attempt: counted,
          isLogin: act.isLogin,
        });
      if (!internals.factors.listeners?.size) throw standing;
      return await listenAndRetry(internals, { standing, attempt: counted, isSpent });
    }
    if (!(await other.ended)) throw standing;
    try {
      return await counted(null, () => {});
    } catch (error) {
      if (!findFactorPrompt(error)) throw error;
      standing = named(error as ServiceError, act.purpose);
    }
  }
  throw withType('mfa_verification_max_attempts_reached');
}

interface Retry<Result> {
  readonly standing: ServiceError;
  readonly attempt: GuardedAct<Result>['attempt'];
}

/** Has a screen verify one; a second refusal stands: the same screen again would lead in a circle. */
async function promptAndRetry<Result>(
  internals: Internals,
  {
    promptHandler,
    standing,
    attempt,
    isLogin,
  }: Retry<Result> & { promptHandler: FactorPromptHandler; isLogin: boolean | undefined },
): Promise<Result> {
  const { purpose } = findFactorPrompt(standing) ?? {};
  const prompt = openPrompt(internals);
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
  internals.factors.fresh = null; // this act spends it
  return attempt(null, () => {});
}

/** Tells the host's listeners, and tries with what comes, until it is right. */
async function listenAndRetry<Result>(
  internals: Internals,
  { standing, attempt, isSpent }: Retry<Result> & { isSpent(): boolean },
): Promise<Result> {
  const { methods = [] } = findFactorPrompt(standing) ?? {};
  const prompt = openPrompt(internals);
  try {
    for (const listener of internals.factors.listeners ?? []) listener(methods);
    for (;;) {
      const submission = await prompt.next();
      const outcome = await tryWith(internals, prompt, submission, attempt);
      if (outcome.ok) return outcome.result;
      if (isSpent()) {
        const error = withType('mfa_verification_max_attempts_reached');
        submission.reject(error);
        throw error;
      }
      submission.reject(outcome.refusal);
    }
  } catch (error) {
    prompt.end(isCode(error) ? error : true);
    throw error;
  }
}

type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly refusal: ServiceError };

/** Tries with what the person gave. What is no refusal of it ends the prompt: the others that wait try by themselves. */
async function tryWith<Result>(
  internals: Internals,
  prompt: Prompt,
  { shown, resolve, reject }: Submission,
  attempt: GuardedAct<Result>['attempt'],
): Promise<Outcome<Result>> {
  let isRight = false;
  const accept = () => {
    isRight = true;
    resolve();
    prompt.end(true);
  };
  try {
    const result = await attempt(shown, accept);
    accept();
    await renewVerified(internals).catch(() => null); // the act is done; the next refresh brings it
    return { ok: true, result };
  } catch (error) {
    if (!isRight && isWrongFactor(error)) return { ok: false, refusal: error };
    reject(error);
    prompt.end(true);
    throw error;
  }
}

/** A refusal that names no methods at all is of what was shown; one with an empty list stays, whatever is shown (MFA-19). */
function isWrongFactor(error: unknown): error is ServiceError {
  if (!isCode(error, 'missing_or_invalid_mfa')) return false;
  return error.details?.methods === undefined || findFactorPrompt(error) !== null;
}

/** A refusal with what it has to be verified for, which no service says. */
function named(refusal: ServiceError, purpose: FactorPurpose | undefined): ServiceError {
  if (purpose === undefined) return refusal;
  const { code, message, details } = refusal;
  return new ServiceError(code, { message, details: { ...details, purpose }, cause: refusal });
}
