import { type ErrorCode, isCode, type ServiceError } from '@latchkey/wire';
import { findFactorPrompt } from './factorPrompt.ts';

/**
 * Refusals that are not the end: what the person does first, before the same is tried again. The modal has screens for each
 * kind; an operation without a modal, and a host with screens of its own, read here which one it is.
 */
const stepUpKinds = {
  /** Another user has the account: the person says whether it is moved here. `transferAccount` is the link then. */
  account_transfer_required: 'move-account',
  /** A captcha is passed, or passed anew. */
  invalid_captcha: 'captcha',
  /** A second factor is verified, for what `findFactorPrompt` reads from the refusal. */
  missing_or_invalid_mfa: 'verify-factor',
  /** The person says again who they are, for what `toConfirmationAct` reads from the refusal. */
  recent_login_required: 'confirm-login',
  /** The wallet is connected, or recovered by its own method. */
  wallet_not_on_device: 'unlock-wallet',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** What a person does before a refused act is tried again. */
export type StepUpKind = (typeof stepUpKinds)[keyof typeof stepUpKinds];

/** What has to be done first for a refusal to be lifted; null where trying again would not help. */
export function findStepUp(refusal: unknown): StepUpKind | null {
  const kinds: Partial<Record<ErrorCode, StepUpKind>> = stepUpKinds;
  const kind = isCode(refusal) && kinds[refusal.code];
  return kind && (kind !== 'verify-factor' || findFactorPrompt(refusal)) ? kind : null;
}

/**
 * Runs an operation. If it is refused and a step-up helps, completes the step-up and runs the operation once more. A second
 * refusal is thrown: the same step-up again would lead in a circle.
 *
 * @param operation called at most twice
 * @param complete shows the person the step-up; returns true if they completed it. An error that it throws replaces the refusal
 * @throws ServiceError that `operation` or `complete` throws
 * @example
 * await withStepUps(
 *   () => unlinkEmail(client, address),
 *   async (kind, refusal) => kind === 'confirm-login' && showConfirmation(toConfirmationAct(refusal)), // a screen of yours
 * );
 */
export async function withStepUps<Result>(
  operation: () => Promise<Result>,
  complete: (kind: StepUpKind, refusal: ServiceError) => Promise<boolean>,
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const kind = findStepUp(error);
    if (!kind || !isCode(error) || !(await complete(kind, error))) throw error;
    return operation();
  }
}
