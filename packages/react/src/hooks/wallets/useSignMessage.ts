import { type Hex, signMessage } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { SignUiOptions } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { confirmInModal } from './confirmInModal.ts';

export interface SignMessageInput {
  /** Text to sign (EIP-191). */
  message: string;
  /** @default the user's Ethereum wallet */
  address?: string;
  uiOptions?: SignUiOptions;
}

/**
 * Signs a message with the user's embedded wallet. Asks the user in the modal, unless the app signs without prompts.
 *
 * Fails with `invalid_message` (empty or not a text), `must_be_authenticated`, `embedded_wallet_not_found`,
 * `user_rejected_request` (closed without signing).
 *
 * @example
 * ```tsx
 * const { signMessage } = useSignMessage();
 * const signature = await signMessage({ message: 'Hello' });
 * ```
 */
export function useSignMessage(): { signMessage(input: SignMessageInput): Promise<Hex> } {
  const result = useBindingResult();
  const sign = useStable(async ({ message, address, uiOptions }: SignMessageInput): Promise<Hex> => {
    const binding = bindingOf(result);
    const request = confirmInModal<Hex>(binding, uiOptions);
    return signMessage(binding.client, { message, ...(address ? { address } : {}), ...request });
  });
  return { signMessage: sign };
}
