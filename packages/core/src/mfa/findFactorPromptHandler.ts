import type { Internals } from '../internals.ts';
import type { FactorPromptHandler } from './slots.ts';

/** The modal's, unless the host wants to ask by itself (MFA-20), or no screen to open. */
export function findFactorPromptHandler({
  factors,
  state,
}: Pick<Internals, 'factors' | 'state'>): FactorPromptHandler | null {
  const { headless, mfa } = state.get().settings ?? {};
  return headless || mfa?.noPromptOnMfaRequired ? null : (factors.promptHandler ?? null);
}
