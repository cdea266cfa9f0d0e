import { type OAuthTokens, subscribeOAuthTokens } from '@latchkey/core';
import { useEffect } from 'react';
import { useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Passes the social login provider's own tokens to your callback after the user logged in or linked an account, if the
 * provider returned any, so you can call its API. They are not stored, so use them in the callback. The operator must
 * enable them in the app's settings.
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
