import { type Hex, signTypedData, type TypedData } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { SignUiOptions } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { confirmInModal } from './confirmInModal.ts';

export interface SignTypedDataInput {
  /** Data to sign (EIP-712). */
  typedData: TypedData;
  /** @default the user's Ethereum wallet */
  address?: string;
  uiOptions?: SignUiOptions;
}

/**
 * Signs structured data (EIP-712) with the user's embedded wallet. Asks the user in the modal, unless the app signs
 * without prompts. Fails as `useSignMessage` does, but with `invalid_data` for invalid data.
 *
 * @example
 * ```tsx
 * const { signTypedData } = useSignTypedData();
 * const signature = await signTypedData({ typedData: { domain, types, primaryType: 'Order', message } });
 * ```
 */
export function useSignTypedData(): { signTypedData(input: SignTypedDataInput): Promise<Hex> } {
  const result = useBindingResult();
  const sign = useStable(async ({ typedData, address, uiOptions }: SignTypedDataInput): Promise<Hex> => {
    const binding = bindingOf(result);
    const request = confirmInModal<Hex>(binding, uiOptions);
    return signTypedData(binding.client, { typedData, ...(address ? { address } : {}), ...request });
  });
  return { signTypedData: sign };
}
