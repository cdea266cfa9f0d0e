import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { findStepUp, nextStepUp, type StepUpKind } from './stepUps.ts';

/**
 * Runs an operation. If it is refused and a step-up helps, completes the step-up and runs the operation again. An operation may
 * take several step-ups, each of them once: the same refusal a second time is thrown. Every retry of the client is this loop.
 *
 * @param operation called once more after each step-up, each time with the same input: the service knows a repeated request by its
 * key
 * @param complete shows the person the step-up; returns true if they completed it, or `'again'` if the same refusal may lead to it
 * once more, because `complete` counts how often. An error that it throws replaces the refusal
 * @param find maps a refusal to its step-up. @default findStepUp
 * @throws ServiceError that `operation` or `complete` throws
 * @example
 * await withStepUps(
 *   () => unlinkEmail(client, address),
 *   async (kind, refusal) => kind === 'confirm-login' && showConfirmation(toConfirmationAct(refusal)), // a screen of yours
 * );
 */
export async function withStepUps<Result>(
  operation: () => Promise<Result>,
  complete: (kind: StepUpKind, refusal: ServiceError) => Promise<boolean | 'again'>,
  find: typeof findStepUp = findStepUp,
): Promise<Result> {
  for (let passed: readonly ErrorCode[] = []; ; ) {
    try {
      return await operation();
    } catch (error) {
      const next = nextStepUp(error, passed, find);
      const completed = next && !next.isRepeated && (await complete(next.kind, error as ServiceError));
      if (!completed) throw error;
      if (completed === true) passed = next.passed;
    }
  }
}
