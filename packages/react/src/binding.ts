import type { ClientState, LatchkeyClient } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { createContext, useContext } from 'react';
import type { ModalController } from './modalController.ts';

/** What the provider gives to the hooks. */
export interface Binding {
  readonly client: LatchkeyClient;
  readonly modal: ModalController;
}

/** A client, or why there is none: an option that is wrong . */
export type BindingResult = { binding: Binding; error: null } | { binding: null; error: ServiceError };

export const BindingContext = createContext<BindingResult | null>(null);

/** The state of a page that has no client yet: on the server, or after a wrong option. */
export const notReady: ClientState = {
  ready: false,
  authenticated: false,
  user: null,
  isFactorPending: false,
  settings: null,
  error: null,
};

/** What the nearest provider holds. Throws when there is none: a hook outside of the provider can never work. */
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
 * The client and the controller of its modal.
 *
 * @throws ServiceError the provider's own error when an option is wrong
 */
export function bindingOf(result: BindingResult): Binding {
  if (!result.binding) throw result.error;
  return result.binding;
}
