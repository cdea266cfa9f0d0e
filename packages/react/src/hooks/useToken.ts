import { getAccessToken } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/**
 * Returns the session's access token, for calls to your own back end.
 *
 * @example
 * ```tsx
 * const { getAccessToken } = useToken();
 * await fetch('/api/orders', { headers: { authorization: `Bearer ${await getAccessToken()}` } });
 * ```
 */
export function useToken(): { getAccessToken(): Promise<string | null> } {
  const result = useBindingResult();
  return { getAccessToken: useStable(async () => getAccessToken(bindingOf(result).client)) };
}
