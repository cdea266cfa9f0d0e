import { logout as endSession } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/** Logs out: on the service, in this browser and in the wallet frame. `onSuccess` runs after it. */
export function useLogout({ onSuccess }: { onSuccess?(): void } = {}): { logout(): Promise<void> } {
  const result = useBindingResult();
  const logout = useStable(async () => {
    await endSession(bindingOf(result).client);
    onSuccess?.();
  });
  return { logout };
}
