import { registerMfaListener } from '@latchkey/core';
import type { MfaMethod } from '@latchkey/wire';
import { useEffect } from 'react';
import { useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

export interface MfaListeners {
  /**
   * Called when an operation starts to wait for a second factor, once for all waiting operations. Show your own
   * screen, and submit the user's factor with `useMfa`.
   */
  onMfaRequired(methods: MfaMethod[]): void;
}

/**
 * Registers your own screen for second factors. Set `config.mfa.noPromptOnMfaRequired` or `config.headless`;
 * otherwise the modal asks instead. Use it once, high in your component tree, because any part of the app can start
 * an operation that needs a factor.
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
