import type { Internals } from '../internals.ts';
import type { FactorAsker } from './slots.ts';

/** The modal's, unless the host wants to ask by itself (MFA-20), or no screen to open. */
export function findAsker({ factors, state }: Pick<Internals, 'factors' | 'state'>): FactorAsker | null {
  const { headless, mfa } = state.get().settings ?? {};
  return headless || mfa?.noPromptOnMfaRequired ? null : (factors.asker ?? null);
}
