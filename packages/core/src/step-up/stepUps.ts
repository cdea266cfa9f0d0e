import { type ErrorCode, isCode, type ServiceError } from '@latchkey/wire';
import { findFactorPrompt } from './factorPrompt.ts';

/** Refusals that a step-up lifts, and the step-up of each. */
const stepUpKinds = {
  /** Another user has the account. The signed-in user decides whether to take it over with `transferAccount`. */
  account_transfer_required: 'move-account',
  /** The user solves a captcha, or solves it again. */
  invalid_captcha: 'captcha',
  /** The user verifies a second factor for the purpose that `findFactorPrompt` reads from the refusal. */
  missing_or_invalid_mfa: 'verify-factor',
  /** The user proves their identity again for the purpose that `toConfirmationAct` reads from the refusal. */
  recent_login_required: 'confirm-login',
  /** The wallet is connected, or recovered with its own method. */
  wallet_not_on_device: 'unlock-wallet',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Step that a user completes before a refused call is repeated. */
export type StepUpKind = (typeof stepUpKinds)[keyof typeof stepUpKinds];

/** Returns the step-up that lifts a refusal; null if repeating the call would not help. */
export function findStepUp(refusal: unknown): StepUpKind | null {
  const kinds: Partial<Record<ErrorCode, StepUpKind>> = stepUpKinds;
  const kind = isCode(refusal) && kinds[refusal.code];
  return kind && (kind !== 'verify-factor' || findFactorPrompt(refusal)) ? kind : null;
}

export interface NextStepUp {
  readonly kind: StepUpKind;
  /** True if this step-up was taken already; the refusal is then thrown. */
  readonly isRepeated: boolean;
  /** Refusals whose step-ups were taken, including this one. */
  readonly passed: readonly ErrorCode[];
}

/**
 * Decides what follows a refusal, for calls without a modal and for the modal's flow. Each refusal leads to its
 * step-up once, because two step-ups could otherwise alternate forever.
 *
 * @param passed refusals whose step-ups were taken already
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
