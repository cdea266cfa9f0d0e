import { getAccessToken } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/**
 * Returns a function that returns the session's access token, for calls to your own back end: refreshed if needed, null
 * if no user is logged in.
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
