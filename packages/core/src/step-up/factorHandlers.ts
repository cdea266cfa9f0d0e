import type { FactorPurpose, MfaMethod, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import type { Slot } from '../slot.ts';

/** Called with the accepted second factors when an operation starts to wait for one. */
export type MfaListener = (methods: readonly MfaMethod[]) => void;

/**
 * Prompts the user for a second factor, which `verifyFactor` verifies.
 *
 * @param wanted `purpose` of the verification, absent if the wallet is only to be opened; `isLogin` if the app
 *   requires it for the session itself (`mfa_at_login`), which then ends without it
 * @returns true if they verified one; the refused call is then repeated
 */
export type FactorPromptHandler = (
  refusal: ServiceError,
  wanted: { readonly purpose?: FactorPurpose; readonly isLogin?: true },
) => Promise<boolean>;

/**
 * Listeners and handler that prompt for second factors, and the last verification for a call that requires a fresh
 * one.
 */
export interface FactorHandlers {
  readonly listeners: Set<MfaListener>;
  readonly promptHandler: Slot<FactorPromptHandler | null>;
  /** The client's own note. It only avoids a second prompt and permits nothing. */
  readonly fresh: Slot<{ readonly purpose: FactorPurpose; readonly untilMs: number } | null>;
}

/**
 * Returns the function that prompts, of the modal or the host; null if none is set, or if `noPromptOnMfaRequired`
 * (MFA-20) or `headless` is.
 */
export function findFactorPromptHandler({ factors, state }: SessionContext): FactorPromptHandler | null {
  const { headless, mfa } = state.get().settings ?? {};
  return headless || mfa?.noPromptOnMfaRequired ? null : factors.promptHandler.get();
}
