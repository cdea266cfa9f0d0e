import { acceptTerms, needsTerms } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useClientState } from './useClientState.ts';
import { useStable } from './useStable.ts';

/**
 * Handles the app's terms with your own screens instead of the modal's. `isDue` is true if the user must still accept
 * them. If the user does not accept, the next page load logs them out.
 *
 * @example
 * ```tsx
 * const { isDue, acceptTerms } = useTerms();
 * return isDue ? <button onClick={acceptTerms}>I accept the terms</button> : <App />;
 * ```
 */
export function useTerms(): { isDue: boolean; acceptTerms(): Promise<User> } {
  const result = useBindingResult();
  const state = useClientState();
  const accept = useStable(async () => acceptTerms(bindingOf(result).client));
  return { isDue: needsTerms(state), acceptTerms: accept };
}
