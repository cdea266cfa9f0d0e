import { isCode, limits, ServiceError } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import type { ShownFactor } from './usableFactors.ts';

/** A factor that a person submitted, and the caller who waits for the result. */
export interface Submission {
  readonly shown: ShownFactor;
  resolve(): void;
  reject(error: unknown): void;
}

/** A prompt for a second factor, one for all operations that wait. */
export interface Prompt {
  /** Resolves to true if the person gave a right factor, to false if no one was prompted; rejects with what else ended it. */
  readonly ended: Promise<boolean>;
  /** Waits for the next submission. @throws ServiceError `mfa_timeout`, or what ended the prompt */
  next(): Promise<Submission>;
  /** Submits a factor; a second one while the first is tried counts as the same. @throws what the attempt with it failed with */
  submit(shown: ShownFactor): Promise<void>;
  /** @param outcome true if the person gave a right factor, or the error with which the operations fail */
  end(outcome: boolean | ServiceError): void;
}

const prompts = new WeakMap<PageContext, Prompt>();

/** Finds the open prompt. */
export const findPrompt = (page: PageContext): Prompt | null => prompts.get(page) ?? null;

/** Makes the error of a prompt that the person canceled, or has left (MFA-28). */
export const canceled = () => new ServiceError('user_rejected_request', { message: 'MFA canceled' });

/** Opens a prompt. It ends by itself when another user is signed in: the factor would count as theirs. */
export function openPrompt(session: SessionContext): Prompt {
  const { state } = session;
  const { environment } = session.page;
  const userId = state.get().user?.id;
  let settle: (outcome: boolean | ServiceError) => void = () => {};
  const ended = new Promise<boolean>((resolve, reject) => {
    settle = (outcome) => (isCode(outcome) ? reject(outcome) : resolve(outcome === true));
  });
  ended.catch(() => {}); // no other operation may wait
  /** A submission goes to the attempt that waits for it, or waits itself as `early`. */
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

/** Makes an error whose code is a type of the wallet's errors as well (EMBW-18). */
export const withType = (code: 'mfa_timeout' | 'mfa_verification_max_attempts_reached') =>
  new ServiceError(code, { details: { type: code } });

/** Makes the error for a factor for which no operation waits. */
export const nothingWaits = () =>
  new ServiceError('not_found', { message: 'No operation waits for a second factor' });
