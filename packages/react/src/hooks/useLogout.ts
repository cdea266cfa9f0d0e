import { logout as endSession } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/**
 * Logs the user out of this browser's tabs, of the wallet frame and, if it can be reached, of the service. Then calls
 * `onSuccess`.
 */
export function useLogout({ onSuccess }: { onSuccess?(): void } = {}): { logout(): Promise<void> } {
  const result = useBindingResult();
  const logout = useStable(async () => {
    await endSession(bindingOf(result).client);
    onSuccess?.();
  });
  return { logout };
}
