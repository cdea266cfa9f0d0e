import { registerMfaListener } from '@latchkey/core';
import type { MfaMethod } from '@latchkey/wire';
import { useEffect } from 'react';
import { useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

export interface MfaListeners {
  /**
   * Called when an operation begins to wait for a second factor, once for all that wait: show your own screen, and hand over what
   * the user gives by `useMfa`.
   */
  onMfaRequired(methods: MfaMethod[]): void;
}

/**
 * Registers your own screen for second factors. Set `config.mfa.noPromptOnMfaRequired`, or the modal asks in its place. Use it once,
 * high in your tree: operations begin all over the app.
 *
 * @example
 * ```tsx
 * useRegisterMfaListener({ onMfaRequired: (methods) => setMfaMethods(methods) });
 * ```
 */
export function useRegisterMfaListener({ onMfaRequired }: MfaListeners): void {
  const { binding } = useBindingResult();
  const tell = useStable((methods: readonly MfaMethod[]) => onMfaRequired([...methods]));
  useEffect(() => (binding ? registerMfaListener(binding.client, tell) : undefined), [binding, tell]);
}
