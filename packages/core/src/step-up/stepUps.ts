import { type ErrorCode, isCode, type ServiceError } from '@latchkey/wire';
import { findFactorPrompt } from './factorPrompt.ts';

/** The refusals that a step-up lifts, and which step-up it is. */
const stepUpKinds = {
  /** Another user has the account. The person decides if it moves to this one, and `transferAccount` moves it. */
  account_transfer_required: 'move-account',
  /** The person passes a captcha, or passes it anew. */
  invalid_captcha: 'captcha',
  /** The person verifies a second factor, for what `findFactorPrompt` reads from the refusal. */
  missing_or_invalid_mfa: 'verify-factor',
  /** The person proves again who they are, for what `toConfirmationAct` reads from the refusal. */
  recent_login_required: 'confirm-login',
  /** The wallet is connected, or recovered by its own method. */
  wallet_not_on_device: 'unlock-wallet',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** A step that a person takes before a refused call is made again. */
export type StepUpKind = (typeof stepUpKinds)[keyof typeof stepUpKinds];

/** Returns the step-up that lifts a refusal; null if to try again would not help. */
export function findStepUp(refusal: unknown): StepUpKind | null {
  const kinds: Partial<Record<ErrorCode, StepUpKind>> = stepUpKinds;
  const kind = isCode(refusal) && kinds[refusal.code];
  return kind && (kind !== 'verify-factor' || findFactorPrompt(refusal)) ? kind : null;
}

/** Step-up that follows a refusal. */
export interface NextStepUp {
  readonly kind: StepUpKind;
  /** True if the refused step has taken this step-up already: the refusal stands. */
  readonly isRepeated: boolean;
  /** The refusals for which the step has taken step-ups, once it has taken this one. */
  readonly passed: readonly ErrorCode[];
}

/**
 * Decides what follows a refusal, for calls without a modal and for the modal's flow. A refusal leads to its step-up once for
 * each step: the second time it stands, or two step-ups would send a person to and fro for ever.
 *
 * @param passed the refusals for which the step has taken step-ups already
 * @param find maps a refusal to its step-up. @default findStepUp
 * @returns null if no step-up helps
 */
export function nextStepUp(
  refusal: unknown,
  passed: readonly ErrorCode[],
  find: typeof findStepUp = findStepUp,
): NextStepUp | null {
  const kind = find(refusal);
  if (!kind) return null;
  const { code } = refusal as ServiceError;
  return { kind, isRepeated: passed.includes(code), passed: [...passed, code] };
}
