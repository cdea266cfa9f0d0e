import { logout as endSession } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/**
 * Ends the session in this origin's tabs, in the wallet frame and, if the service can be reached, in the service. Then
 * calls `onSuccess`.
 */
export function useLogout({ onSuccess }: { onSuccess?(): void } = {}): { logout(): Promise<void> } {
  const result = useBindingResult();
  const logout = useStable(async () => {
    await endSession(bindingOf(result).client);
    onSuccess?.();
  });
  return { logout };
}
