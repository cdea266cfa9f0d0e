import { isCode, limits, ServiceError } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import type { ShownFactor } from './usableFactors.ts';

/** Factor that a user submitted, and the caller that waits for the result. */
export interface Submission {
  readonly shown: ShownFactor;
  resolve(): void;
  reject(error: unknown): void;
}

/** Prompt for a second factor, shared by all waiting operations. */
export interface Prompt {
  /**
   * Resolves to true if the other waiting calls can make their attempt, and to false if no factor was verified.
   * Rejects with the error that ended the prompt.
   */
  readonly ended: Promise<boolean>;
  /** Waits for the next submission. @throws ServiceError `mfa_timeout`, or the error that ended the prompt */
  next(): Promise<Submission>;
  /**
   * Submits a factor. A submission while an earlier one is being tried gets the earlier one's result.
   * @throws the error of the attempt
   */
  submit(shown: ShownFactor): Promise<void>;
  /**
   * @param outcome true if the waiting calls can make their attempt, false if no factor was verified, or their
   *   error
   */
  end(outcome: boolean | ServiceError): void;
}

const prompts = new WeakMap<PageContext, Prompt>();

export const findPrompt = (page: PageContext): Prompt | null => prompts.get(page) ?? null;

/** Creates the error of a prompt that the user cancelled or left (MFA-28). */
export const canceled = () => new ServiceError('user_rejected_request', { message: 'MFA canceled' });

/** Opens a prompt. It ends when the signed-in user changes; otherwise the factor would be used for another user. */
export function openPrompt(session: SessionContext): Prompt {
  const { state } = session;
  const { environment } = session.page;
  const userId = state.get().user?.id;
  let settle: (outcome: boolean | ServiceError) => void = () => {};
  const ended = new Promise<boolean>((resolve, reject) => {
    settle = (outcome) => (isCode(outcome) ? reject(outcome) : resolve(outcome === true));
  });
  ended.catch(() => {}); // avoids an unhandled rejection if no other operation waits
  /** A submission goes to the waiting attempt, or is kept in `early`. */
  let take: ((submission: Submission) => void) | null = null;
  let early: Submission | null = null;
  let running: Promise<void> | null = null;

  const prompt: Prompt = {
    ended,
    async next() {
      if (!early) running = null;
      let timer: unknown;
      const late = new Promise<never>((_, reject) => {
        const fail = () => reject(withType('mfa_timeout'));
        timer = environment.clock.setTimeout(fail, limits.factorWaitMs);
      });
      const given = new Promise<Submission>((resolve) => {
        if (early) resolve(early);
        early = null;
        take = resolve;
      });
      try {
        const over = ended.then(() => Promise.reject(canceled()));
        return await Promise.race([given, late, over]);
      } finally {
        take = null;
        environment.clock.clearTimeout(timer);
      }
    },
    submit(shown) {
      running ??= new Promise<void>((resolve, reject) => {
        ended.then(() => reject(nothingWaits()), reject);
        const submission = { shown, resolve, reject };
        if (take) take(submission);
        else early = submission;
      });
      return running;
    },
    end(outcome) {
      if (prompts.get(session.page) === prompt) prompts.delete(session.page);
      stop();
      settle(outcome);
    },
  };
  const stop = state.subscribe(() => {
    if (state.get().user?.id !== userId) prompt.end(canceled());
  });
  prompts.set(session.page, prompt);
  return prompt;
}

/** Creates an error whose code is also an error type of the wallet (EMBW-18). */
export const withType = (code: 'mfa_timeout' | 'mfa_verification_max_attempts_reached') =>
  new ServiceError(code, { details: { type: code } });

/** Creates the error for a factor that no operation waits for. */
export const nothingWaits = () =>
  new ServiceError('not_found', { message: 'No operation waits for a second factor' });
