import type { FactorPurpose, MfaMethod, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import type { Slot } from '../slot.ts';

/** Told which second factors would do, when an operation begins to wait for one. */
export type MfaListener = (methods: readonly MfaMethod[]) => void;

/**
 * Prompts the person for a second factor, which `verifyFactor` verifies.
 *
 * @param wanted what it has to be verified for; nothing if the wallet is only to be opened. `isLogin` if the app wants it
 * for the session itself (`mfa_at_login`): without it the person is logged out
 * @returns true if they did; then the refused call is made again
 */
export type FactorPromptHandler = (
  refusal: ServiceError,
  wanted: { readonly purpose?: FactorPurpose; readonly isLogin?: true },
) => Promise<boolean>;

/** The listeners and the handler that prompt for second factors, and what was verified last for a call that asks anew. */
export interface FactorHandlers {
  readonly listeners: Set<MfaListener>;
  readonly promptHandler: Slot<FactorPromptHandler | null>;
  /** Its time is the client's own: it spares a prompt, and permits nothing. */
  readonly fresh: Slot<{ readonly purpose: FactorPurpose; readonly untilMs: number } | null>;
}

/** Finds the modal's handler. @returns null if the host prompts by itself (MFA-20), or opens no screen */
export function findFactorPromptHandler({ factors, state }: SessionContext): FactorPromptHandler | null {
  const { headless, mfa } = state.get().settings ?? {};
  return headless || mfa?.noPromptOnMfaRequired ? null : factors.promptHandler.get();
}
