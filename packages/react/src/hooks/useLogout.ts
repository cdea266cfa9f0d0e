import { logout as endSession } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/** Logs the user out of the service, the wallet frame and all tabs. `onSuccess` is called afterwards. */
export function useLogout({ onSuccess }: { onSuccess?(): void } = {}): { logout(): Promise<void> } {
  const result = useBindingResult();
  const logout = useStable(async () => {
    await endSession(bindingOf(result).client);
    onSuccess?.();
  });
  return { logout };
}
