import { type OAuthTokens, subscribeOAuthTokens } from '@latchkey/core';
import { useEffect } from 'react';
import { useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Hears of the provider's own tokens when a social login or link brings some, for calls to the provider's API. They are
 * kept nowhere: take them then. The operator must have them given out.
 *
 * @example
 * ```tsx
 * useOAuthTokens({ onOAuthTokenGrant: ({ provider, accessToken }) => connect(provider, accessToken) });
 * ```
 */
export function useOAuthTokens({
  onOAuthTokenGrant,
}: {
  onOAuthTokenGrant(tokens: OAuthTokens): void;
}): void {
  const { binding } = useBindingResult();
  const hear = useStable(onOAuthTokenGrant);
  useEffect(() => (binding ? subscribeOAuthTokens(binding.client, hear) : undefined), [binding, hear]);
}
