import type { ClientState, LatchkeyClient } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { createContext, useContext } from 'react';
import type { ModalController } from './modalController.ts';

export interface Binding {
  readonly client: LatchkeyClient;
  readonly modal: ModalController;
}

export type BindingResult = { binding: Binding; error: null } | { binding: null; error: ServiceError };

export const BindingContext = createContext<BindingResult | null>(null);

/** State on a server, and without a client because an option is invalid. */
export const notReady: ClientState = {
  ready: false,
  authenticated: false,
  user: null,
  isFactorPending: false,
  settings: null,
  error: null,
};

/**
 * Returns the value of the nearest provider.
 *
 * @throws ServiceError `invalid_option` outside a provider
 */
export function useBindingResult(): BindingResult {
  const result = useContext(BindingContext);
  if (!result) {
    throw new ServiceError('invalid_option', {
      message: 'Latchkey hooks work only inside <LatchkeyProvider>. Wrap your app in it.',
    });
  }
  return result;
}

/**
 * Returns the client and its modal's controller.
 *
 * @throws ServiceError the provider's own error if an option is invalid
 */
export function bindingOf(result: BindingResult): Binding {
  if (!result.binding) throw result.error;
  return result.binding;
}
