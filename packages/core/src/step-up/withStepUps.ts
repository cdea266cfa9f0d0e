import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { type findStepUp, nextStepUp, type StepUpKind } from './stepUps.ts';

/** An operation that is refused until the person has taken a step-up. */
interface RepeatedOperation<Result> {
  /** Makes the call. Each time it carries the same input, so that the service knows a repeated request by its key. */
  attempt(): Promise<Result>;
  /**
   * Has the person take a step-up. An error that it throws replaces the refusal.
   *
   * @returns false if the person did not: the refusal stands. `'again'` if the same refusal may lead here once more, because the
   * step-up counts how often
   */
  complete(kind: StepUpKind, refusal: ServiceError): Promise<boolean | 'again'>;
  /** The refusals for which step-ups were taken before the first attempt. @default none */
  readonly passed?: readonly ErrorCode[];
  /** @default findStepUp */
  readonly find?: typeof findStepUp | undefined;
}

/** Repeats an operation after each step-up, until it succeeds or a refusal stands. Every retry of the client is this loop. */
export async function repeatAfterStepUps<Result>(operation: RepeatedOperation<Result>): Promise<Result> {
  for (let passed = operation.passed ?? []; ; ) {
    try {
      return await operation.attempt();
    } catch (error) {
      const next = nextStepUp(error, passed, operation.find);
      if (!next || next.isRepeated) throw error;
      const completed = await operation.complete(next.kind, error as ServiceError);
      if (!completed) throw error;
      if (completed !== 'again') passed = next.passed;
    }
  }
}

/**
 * Runs an operation. If it is refused and a step-up helps, completes the step-up and runs the operation again. An operation may
 * take several step-ups, each of them once: the same refusal a second time is thrown.
 *
 * @param operation called once more for each step-up
 * @param complete shows the person the step-up; returns true if they completed it. An error that it throws replaces the refusal
 * @throws ServiceError that `operation` or `complete` throws
 * @example
 * await withStepUps(
 *   () => unlinkEmail(client, address),
 *   async (kind, refusal) => kind === 'confirm-login' && showConfirmation(toConfirmationAct(refusal)), // a screen of yours
 * );
 */
export function withStepUps<Result>(
  operation: () => Promise<Result>,
  complete: (kind: StepUpKind, refusal: ServiceError) => Promise<boolean>,
): Promise<Result> {
  return repeatAfterStepUps({ attempt: operation, complete });
}
