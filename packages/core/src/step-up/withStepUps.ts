import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { findStepUp, nextStepUp, type StepUpKind } from './stepUps.ts';

/**
 * Runs an operation. If it is refused and a step-up helps, completes the step-up and runs the operation again. An
 * operation can take several step-ups. Unless `complete` returns `'again'`, each is taken once: the same refusal a
 * second time is thrown.
 *
 * @param operation called again after each step-up, with the same input
 * @param complete shows the step-up to the user; returns true if they completed it, or `'again'` if the same
 *   refusal may lead to it once more, because `complete` counts the attempts itself. An error that it throws replaces
 *   the refusal
 * @param find maps a refusal to its step-up. @default findStepUp
 * @throws ServiceError that `operation` or `complete` throws
 * @example
 * await withStepUps(
 * () => unlinkEmail(client, address),
 * async (kind, refusal) => kind === 'confirm-login' && showConfirmation(toConfirmationAct(refusal)), // a screen of yours
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
