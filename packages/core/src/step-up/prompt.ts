import { isCode, limits, ServiceError } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import type { ShownFactor } from './usableFactors.ts';

/** What a person handed over, and the one who waits for what comes of it. */
export interface Submission {
  readonly shown: ShownFactor;
  resolve(): void;
  reject(error: unknown): void;
}

/** A person who is asked for a second factor: once for all operations that wait. */
export interface Prompt {
  /** Whether they gave one that is right; rejects with what ended it otherwise. False where no one was asked. */
  readonly ended: Promise<boolean>;
  /** Waits for what they give. @throws ServiceError `mfa_timeout`, or what ended the prompt */
  next(): Promise<Submission>;
  /** Hands it over; a second one while the first is looked at is the same. @throws what the attempt with it came to */
  submit(shown: ShownFactor): Promise<void>;
  /** @param outcome whether they gave it, or why the operations fail */
  end(outcome: boolean | ServiceError): void;
}

const prompts = new WeakMap<PageContext, Prompt>();

/** The prompt that is open, if any. */
export const findPrompt = (page: PageContext): Prompt | null => prompts.get(page) ?? null;

/** Why a prompt ends without a factor where the person wants it so, or has left (MFA-28). */
export const canceled = () => new ServiceError('user_rejected_request', { message: 'MFA canceled' });

/** Opens a prompt. It ends by itself when the user is another one: what was given would be theirs. */
export function openPrompt(session: SessionContext): Prompt {
  const { state } = session;
  const { environment } = session.page;
  const userId = state.get().user?.id;
  let settle: (outcome: boolean | ServiceError) => void = () => {};
  const ended = new Promise<boolean>((resolve, reject) => {
    settle = (outcome) => (isCode(outcome) ? reject(outcome) : resolve(outcome === true));
  });
  ended.catch(() => {}); // no other operation may wait
  /** Where a submission goes: to who waits for it, or to who will. */
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

/** An error whose code is one of the wallet's types of errors as well (EMBW-18). */
export const withType = (code: 'mfa_timeout' | 'mfa_verification_max_attempts_reached') =>
  new ServiceError(code, { details: { type: code } });

/** Refuses a factor for which no operation waits. */
export const nothingWaits = () =>
  new ServiceError('not_found', { message: 'No operation waits for a second factor' });
